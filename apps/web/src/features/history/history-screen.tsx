import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import art from '#/art/empty-history.svg'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { formatProgrammeClock } from '@solstice/ui/programme-time.ts'
import { SHOP_MISSION } from '#/lib/shop-mission.ts'
import { useOnSettled } from '#/lib/use-on-settled.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Tile } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { Tabs } from '#/ui/tabs.tsx'
import text from '#/ui/text.module.css'
import { historyQuery, isUnderWay } from './api.ts'
import type { HistoryEntry, HistoryTab } from './api.ts'
import { EntryChange } from './entry-change.tsx'
import { EntryIcon } from './entry-icon.tsx'
import { HistoryList, HistorySkeleton } from './history-list.tsx'
import styles from './history-list.module.css'

type HistoryScreenProps = {
  seasonId: number
  tab: HistoryTab
  onTab: (tab: HistoryTab) => void
  /** Shows which entries the public log contains. */
  log: { card: ReactNode; info: ReactNode; mark: (name: { historyId: number }) => ReactNode }
}

export function HistoryScreen({ seasonId, tab, onTab, log }: HistoryScreenProps) {
  const { t } = useTranslation('history')
  const back = useBack()
  const queries = useQueryClient()
  const query = useInfiniteQuery(historyQuery(seasonId, tab))
  const entries = query.data?.pages.flatMap(({ list }) => list)
  const isEmpty = entries?.length === 0
  useOnSettled(
    entries?.filter(isUnderWay).map(({ historyId }) => historyId),
    () => void refreshProgramme(queries),
  )
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('title')} action={log.info} />}
      dock={isEmpty && <EmptyAction seasonId={seasonId} tab={tab} />}
    >
      {log.card}
      <Tabs
        variant="line"
        label={t('tabs')}
        tabs={[
          { name: 'Earned', label: t('earned') },
          { name: 'Purchased', label: t('purchased') },
        ]}
        current={tab}
        onChange={onTab}
      >
        <Loaded
          query={{ ...query, data: entries }}
          skeleton={<HistorySkeleton />}
          failed={t('failed')}
        >
          {(shown) =>
            shown.length === 0 ? (
              <EmptyState art={art} title={t(`empty${tab}`)}>
                {t(`empty${tab}Text`)}
              </EmptyState>
            ) : (
              <HistoryList
                entries={shown}
                keyOf={({ historyId }) => historyId}
                row={(entry) => <EntryRow entry={entry} mark={log.mark(entry)} />}
                hasMore={query.hasNextPage}
                isLoadingMore={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            )
          }
        </Loaded>
      </Tabs>
    </Screen>
  )
}

function EmptyAction({ seasonId, tab }: { seasonId: number; tab: HistoryTab }) {
  const { t } = useTranslation('history')
  if (tab === 'Purchased') {
    return (
      <Link
        to="/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/"
        params={{ seasonId, missionId: SHOP_MISSION }}
        className={buttonClass('lit')}
      >
        {t('toShop')}
      </Link>
    )
  }
  return (
    <Link to="/rewards/dashboard/$seasonId/" params={{ seasonId }} className={buttonClass('lit')}>
      {t('toMissions')}
    </Link>
  )
}

function EntryRow({ entry, mark }: { entry: HistoryEntry; mark: ReactNode }) {
  const { t } = useTranslation('history')
  const { seasonId, historyId } = entry
  const time = formatProgrammeClock(entry.createdAt)
  return (
    <div className={styles.entry}>
      <Link
        to="/rewards/dashboard/$seasonId/history/$historyId/"
        params={{ seasonId, historyId }}
        className={styles.row}
      >
        <Tile>
          <EntryIcon kind={entry.kind} />
        </Tile>
        <span className={styles.text}>
          <span className={classNames(text.strong, text.twoLines)}>{entry.title}</span>
          {entry.status === 'COMPLETED' ? (
            mark
          ) : (
            <span className={classNames(text.small, text.soft)}>{t(`status.${entry.status}`)}</span>
          )}
        </span>
        <span className={styles.end}>
          <EntryChange entry={entry} />
          <span className={classNames(text.small, text.faint, text.number)}>{time}</span>
        </span>
      </Link>
      <WhyButton
        variant="icon"
        entryId={`history:${historyId}`}
        label={t('why', { title: entry.title, time })}
      />
    </div>
  )
}
