import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import art from '#/art/empty-history.svg'
import { formatChange, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeClock } from '@solstice/ui/programme-time.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import type { ScreenIconName } from '#/ui/screen-icon.tsx'
import { Tile } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { ticketsQuery } from './api.ts'
import type { TicketEntry } from './api.ts'
import { HistoryList, HistorySkeleton } from './history-list.tsx'
import styles from './history-list.module.css'

/** The ticket mission has this id in every season. */
const TICKET_MISSION = 3

type TicketHistoryScreenProps = {
  seasonId: number
  /** Shows which entries the public log contains. */
  log: { card: ReactNode; info: ReactNode; mark: (name: { transactionId: number }) => ReactNode }
}

export function TicketHistoryScreen({ seasonId, log }: TicketHistoryScreenProps) {
  const { t } = useTranslation('history')
  const back = useBack()
  const query = useInfiniteQuery(ticketsQuery(seasonId))
  const entries = query.data?.pages.flatMap(({ list }) => list)
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('tickets.title')} action={log.info} />}
      dock={
        entries?.length === 0 && (
          <Link
            to="/rewards/dashboard/$seasonId/missions/$missionId/"
            params={{ seasonId, missionId: TICKET_MISSION }}
            className={buttonClass('lit')}
          >
            {t('tickets.claim')}
          </Link>
        )
      }
    >
      {log.card}
      <Loaded
        query={{ ...query, data: entries }}
        skeleton={<HistorySkeleton />}
        failed={t('tickets.failed')}
      >
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState art={art} title={t('tickets.empty')}>
              {t('tickets.emptyText')}
            </EmptyState>
          ) : (
            <HistoryList
              entries={shown}
              keyOf={({ ticketHistoryId }) => ticketHistoryId}
              row={(entry) => (
                <TicketRow
                  entry={entry}
                  mark={log.mark({ transactionId: entry.ticketHistoryId })}
                />
              )}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          )
        }
      </Loaded>
    </Screen>
  )
}

const ICONS: Record<TicketEntry['reason'], ScreenIconName> = {
  CLAIM: 'ticket',
  SPIN: 'wheel',
  PURCHASE: 'bag',
  PRODUCT: 'bag',
  REFUND: 'bag',
  ADJUSTMENT: 'edit',
}

function TicketRow({ entry, mark }: { entry: TicketEntry; mark: ReactNode }) {
  const { t } = useTranslation('history')
  return (
    <div className={styles.row}>
      <Tile>
        <ScreenIcon name={ICONS[entry.reason]} size={20} />
      </Tile>
      <span className={styles.text}>
        <span className={text.strong}>{t(`tickets.reason.${entry.reason}`)}</span>
        {mark}
      </span>
      <span className={classNames(text.number, styles.change)}>
        <span className={text.strong}>
          {t('tickets', { count: Math.abs(entry.change), change: formatChange(entry.change) })}
        </span>
        <span className={classNames(text.small, text.soft)}>
          {t('tickets.balance', { count: formatNumber(entry.balance) })} ·{' '}
          {formatProgrammeClock(entry.createdAt)}
        </span>
      </span>
    </div>
  )
}
