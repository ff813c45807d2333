import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { useTranslation } from '#/lib/i18n.ts'
import type { TextKey } from '#/lib/texts.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { useWallet } from './store.ts'
import { Vessel } from './vessel.tsx'

export type OwnWallet = { userId: string; address: string }

/** The wallet that is registered and lies on this device; nothing otherwise. */
export function useOwnWallet(): OwnWallet | undefined {
  const { userId, local } = useWallet()
  return userId !== undefined && local?.state === 'active'
    ? { userId, address: local.address }
    : undefined
}

type WithWalletProps = {
  back: { label: string; onPress: () => void }
  title: TextKey<'wallet'>
  /** What the screen is about, and what can be done about it without a wallet. */
  about?: ReactNode
  dock?: ReactNode
  children: (wallet: OwnWallet) => ReactNode
}

/** A screen that needs a wallet on this device, and what it says where there is none. */
export function WithWallet({ back, title, about, dock, children }: WithWalletProps) {
  const { t } = useTranslation('wallet')
  const wallet = useOwnWallet()
  const { server } = useWallet()
  if (wallet) return children(wallet)
  const isElsewhere = typeof server === 'string'
  return (
    <Screen
      header={<ScreenHeader back={back} title={t(title)} />}
      dock={
        <>
          <Link
            to={isElsewhere ? '/wallet/import-guide' : '/wallet/create/'}
            className={buttonClass('lit')}
          >
            {t(isElsewhere ? 'import.cardAction' : 'empty.action')}
          </Link>
          {dock}
        </>
      }
    >
      {about}
      <EmptyState art={<Vessel />} title={t(isElsewhere ? 'import.cardTitle' : 'empty.title')}>
        {isElsewhere ? t('import.cardText', { address: shortAddress(server) }) : t('empty.text')}
      </EmptyState>
    </Screen>
  )
}
