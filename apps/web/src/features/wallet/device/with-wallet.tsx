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

/** Returns the registered wallet of this device; undefined if there is none. */
export function useOwnWallet(): OwnWallet | undefined {
  const { userId, local } = useWallet()
  return userId !== undefined && local?.state === 'active'
    ? { userId, address: local.address }
    : undefined
}

type WithWalletProps = {
  back: { label: string; onPress: () => void }
  title: TextKey<'wallet'>
  /** Describes the screen and the options without a wallet. */
  about?: ReactNode
  dock?: ReactNode
  children: (wallet: OwnWallet) => ReactNode
}

/** Renders a screen that needs a wallet on this device, or an explanation if there is none. */
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
