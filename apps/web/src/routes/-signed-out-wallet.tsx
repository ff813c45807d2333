import { useState } from 'react'
import { SetAsideScreen } from '#/features/wallet/keys/set-aside-screen.tsx'
import { RevealScreen } from '#/features/wallet/keys/reveal-screen.tsx'
import { listAllSetAside } from '#/features/wallet/device/set-aside.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { readLinkedAccount } from '#/lib/linked-account.ts'
import { monotonicServerNow } from '@solstice/ui/time.ts'
import { showToast } from '#/lib/toast.ts'
import { PinPromptSlot } from '#/routes/-pin-prompt.tsx'
import { findWallet } from '#/vault/vault.ts'
import { openerOfSealed, openerOfSetAside } from './-set-aside-opener.ts'

type SignedOutWalletProps = {
  /** The owner of the wallet on this device; undefined for set-aside copies. */
  userId: string | undefined
  onClose: () => void
}

/**
 * Shows wallets of this device to a member who cannot log in, because the account is suspended,
 * deleted or taken over. The server accepts the device key without a session.
 */
export function SignedOutWallet({ userId, onClose }: SignedOutWalletProps) {
  const { t } = useTranslation(['pin', 'common'])
  const back = { label: t('common:back'), onPress: onClose }
  return (
    <>
      {userId === undefined ? (
        <OldWallets back={back} />
      ) : (
        <OwnWallet userId={userId} back={back} />
      )}
      <PinPromptSlot onLocked={() => showToast(t('problem.wrong'), { tone: 'attention' })} />
    </>
  )
}

type Back = { label: string; onPress: () => void }

function OwnWallet({ userId, back }: { userId: string; back: Back }) {
  const [opener] = useState(() =>
    openerOfSealed({
      facts: () => findWallet(userId),
      passkey: async () => (await readLinkedAccount(userId)).passkey,
      isOld: false,
    }),
  )
  return <RevealScreen userId={userId} back={back} opener={opener} />
}

function OldWallets({ back }: { back: Back }) {
  const [wallets] = useState(() => listAllSetAside(monotonicServerNow()))
  return <SetAsideScreen wallets={wallets} back={back} openerOf={openerOfSetAside} />
}
