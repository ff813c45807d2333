import type { Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Notice } from '#/ui/notice.tsx'
import { LookAlikeGuard, UnclearGuard } from './look-alike-guard.tsx'
import type { RecipientTrust } from './recipient-trust.ts'

type RecipientGuardProps = {
  address: string
  /** The recipient's name in the address book. */
  name: string | undefined
  trust: RecipientTrust
  hasCompared: boolean
  onCompared: () => void
  /** Networks whose history could not be read. */
  silent: readonly Network[]
  /** Reloads the lists of known addresses if one is missing. */
  onRetry: (() => void) | undefined
}

/** Describes how well the member knows a recipient, and asks for a comparison of a doubtful one. */
export function RecipientGuard(props: RecipientGuardProps) {
  const { address, name = '', trust, hasCompared, onCompared, silent, onRetry } = props
  const { t } = useTranslation('wallet')
  switch (trust.kind) {
    case 'trusted':
      return null
    case 'new':
      return <Notice title={t('send.firstTime')}>{t('send.firstTimeText')}</Notice>
    case 'changed':
      return (
        <Notice role="alert" title={t('send.changed', { name })}>
          {t('send.changedText')}
        </Notice>
      )
    case 'unclear':
      if (hasCompared || !onRetry) return null
      return (
        <UnclearGuard address={address} silent={silent} onRetry={onRetry} onCompared={onCompared} />
      )
    case 'look-alike':
      if (hasCompared) return null
      return <LookAlikeGuard address={address} known={trust.known} onCompared={onCompared} />
  }
}
