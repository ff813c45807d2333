import { Link } from '@tanstack/react-router'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import { NoticeText, noticeClass } from '#/ui/notice.tsx'
import { useConnections, useRelay } from './use-connections.ts'

type LiveNoteProps = { userId: string; address: string; networks: readonly Network[] }

/** Receives requests while the wallet is open, and says that some are waiting. */
export function LiveNote({ userId, address, networks }: LiveNoteProps) {
  const { t } = useTranslation('connect')
  useRelay({ userId, address, chainIds: networks.map(({ chainId }) => chainId) })
  const count = useConnections(({ sessions }) =>
    sessions.reduce((sum, { waiting }) => sum + waiting.length, 0),
  )
  if (count === 0) return null
  return (
    <Link to="/wallet/connections" className={noticeClass}>
      <NoticeText title={t('entryWaiting', { count })}>{t('entry')}</NoticeText>
      <Icon name="next" size={20} />
    </Link>
  )
}
