import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import type { ReactNode } from 'react'
import { serverNow } from '@solstice/ui/time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatLongProgrammeDay } from '@solstice/ui/programme-time.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { byDay } from './by-day.ts'
import styles from './history-list.module.css'

type HistoryListProps<Entry> = {
  entries: readonly Entry[]
  keyOf: (entry: Entry) => number
  row: (entry: Entry) => ReactNode
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
}

/** Shows rows grouped by day, and loads more on request. */
export function HistoryList<Entry extends { createdAt: string }>({
  entries,
  keyOf,
  row,
  hasMore,
  isLoadingMore,
  onMore,
}: HistoryListProps<Entry>) {
  const { t } = useTranslation('history')
  return (
    <div className={styles.list}>
      {byDay(entries).map(({ day, entries: ofDay }) => (
        <section key={day}>
          <h2 className={classNames(text.small, text.soft, styles.day)}>
            <DayName day={day} />
          </h2>
          <ul>
            {ofDay.map((entry) => (
              <li key={keyOf(entry)} className={styles.item}>
                {row(entry)}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasMore && (
        <div className={styles.more}>
          <Button variant="quiet" isCompact isBusy={isLoadingMore} onClick={onMore}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  )
}

function DayName({ day }: { day: string }) {
  const { t } = useTranslation('history')
  const now = serverNow()
  if (day === programmeDayOf(new Date(now))) return t('today')
  if (day === programmeDayOf(new Date(now - DAY_MS))) return t('yesterday')
  // The value comes from programmeDayOf.
  return formatLongProgrammeDay(startOfDay(day as ProgrammeDay).getTime())
}

export function HistorySkeleton() {
  return (
    <div className={styles.skeleton}>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} width="100%" height="48px" />
      ))}
    </div>
  )
}
