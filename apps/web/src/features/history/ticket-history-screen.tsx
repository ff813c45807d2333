import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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

export function TicketHistoryScreen({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('history')
  const back = useBack()
  const query = useInfiniteQuery(ticketsQuery(seasonId))
  const entries = query.data?.pages.flatMap(({ list }) => list)
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('tickets.title')} />}
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
              row={(entry) => <TicketRow entry={entry} />}
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

function TicketRow({ entry }: { entry: TicketEntry }) {
  const { t } = useTranslation('history')
  return (
    <div className={styles.row}>
      <Tile>
        <ScreenIcon name={ICONS[entry.reason]} size={20} />
      </Tile>
      <span className={styles.text}>
        <span className={text.strong}>{t(`tickets.reason.${entry.reason}`)}</span>
        <span className={classNames(text.small, text.soft, text.number)}>
          {formatProgrammeClock(entry.createdAt)}
        </span>
      </span>
      <span className={classNames(text.number, styles.change)}>
        <span className={text.strong}>
          {t('tickets', { count: Math.abs(entry.change), change: formatChange(entry.change) })}
        </span>
        <span className={classNames(text.small, text.soft)}>
          {t('tickets.balance', { count: formatNumber(entry.balance) })}
        </span>
      </span>
    </div>
  )
}
