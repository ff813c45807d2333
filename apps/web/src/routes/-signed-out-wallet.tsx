import { useState } from 'react'
import { askPinEntry, usePinRequest } from '#/features/pin/ask-pin.ts'
import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import { RevealScreen } from '#/features/wallet/keys/reveal-screen.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { PinPromptPlace } from '#/routes/-pin-prompt.tsx'
import { findWallet } from '#/vault/vault.ts'

type SignedOutWalletProps = { userId: string; onClose: () => void }

/**
 * Shows the phrase of the wallet on this phone to a member who cannot log in, because the account is
 * suspended, deleted or in other hands. The server answers the device key without a session.
 */
export function SignedOutWallet({ userId, onClose }: SignedOutWalletProps) {
  const { t } = useTranslation(['pin', 'common'])
  const [opener] = useState(() => signedOutOpener(userId))
  return (
    <>
      <RevealScreen
        userId={userId}
        back={{ label: t('common:back'), onPress: onClose }}
        opener={opener}
      />
      <PinPromptPlace onLocked={() => showToast(t('problem.wrong'), { tone: 'attention' })} />
    </>
  )
}

/** Names the keys that the wallet is sealed under: the server may have retired them since. */
function signedOutOpener(userId: string): WalletOpener {
  return {
    canUsePasskey: async () => false,
    byPasskey: async () => undefined,
    byPin: async () => {
      const wallet = await findWallet(userId)
      const keys = wallet?.pinKeys.toReversed() ?? []
      const entered = await askPinEntry('WALLET_USE', { retired: keys, isCurrent: true })
      return entered && { kind: 'pin', pinKeyId: entered.pin.pinKeyId, key: entered.pin.key }
    },
    dismiss: () => usePinRequest.getState().request?.answer(undefined),
  }
}
