import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatLongDay, formatMonthDay, rangeOfDay } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import text from '#/ui/text.module.css'
import { timelineQuery } from '#/features/member/api.ts'
import type { Season } from '#/shell/published-seasons-query.ts'
import { TIMELINE_GROUPS } from '#/features/member/member-search.ts'
import { SeasonPicker } from '#/features/member/season-picker.tsx'
import type { Why } from '#/features/member/why/use-why.ts'
import { daysAgo, groupByDay } from './days.ts'
import { TimelineRow } from './timeline-row.tsx'
import styles from './timeline.module.css'

type TimelineProps = { userId: number; seasons: readonly Season[]; why: Why }

/** Lists everything that happened to a member, newest first, by programme day. */
export function Timeline({ userId, seasons, why }: TimelineProps) {
  const { t } = useTranslation('timeline')
  const now = useNow()
  const { group, season } = useSearch({ from: '/app/members/$userId' })
  const query = useInfiniteQuery({
    ...timelineQuery(userId, { group, seasonId: season }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.timeline} aria-label={t('label')}>
      <Filters seasons={seasons} />
      <Loaded query={query} endpoint={memberEndpoints['member.timeline']} failed={t('failed')}>
        {({ pages }) => {
          const days = groupByDay(pages.flatMap(({ list }) => list))
          if (days.length === 0) {
            return <Empty message={t(group || season !== undefined ? 'noneFiltered' : 'none')} />
          }
          return (
            <>
              {days.map(({ day, entries }) => (
                <section key={day} aria-label={dayText(day)}>
                  <h2 className={classNames(styles.day, text.small)}>
                    <DayName day={day} now={now} />
                  </h2>
                  <ol>
                    {entries.map((entry) => (
                      <TimelineRow key={entry.entryId} entry={entry} why={why} />
                    ))}
                  </ol>
                </section>
              ))}
              {query.hasNextPage ? (
                <div className={styles.more}>
                  <Button
                    size="small"
                    isBusy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {t('older')}
                  </Button>
                </div>
              ) : (
                <p className={classNames(styles.more, text.small, text.faint)}>{t('end')}</p>
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

const startOf = (day: string) => rangeOfDay(day)?.from ?? day
const dayText = (day: string) => formatLongDay(startOf(day))

/** Names a day, and the clock of the times below it. */
function DayName({ day, now }: { day: string; now: number }) {
  const { t } = useTranslation('timeline')
  const ago = daysAgo(day, now)
  const date = formatMonthDay(startOf(day))
  const name =
    ago === 0 ? t('today', { date }) : ago === 1 ? t('yesterday', { date }) : dayText(day)
  return (
    <>
      {name} <span className={text.faint}>{PROGRAMME_OFFSET}</span>
    </>
  )
}

function Filters({ seasons }: { seasons: readonly Season[] }) {
  const { t } = useTranslation('timeline')
  const { group, season } = useSearch({ from: '/app/members/$userId' })
  const navigate = useNavigate({ from: '/members/$userId' })
  return (
    <div className={styles.filters}>
      <div className={styles.chips} role="group" aria-label={t('filter')}>
        {[undefined, ...TIMELINE_GROUPS].map((each) => (
          <button
            key={each ?? 'ALL'}
            type="button"
            className={styles.chip}
            aria-pressed={each === group}
            onClick={() =>
              void navigate({
                search: ({ group: _group, ...rest }) => (each ? { ...rest, group: each } : rest),
                resetScroll: false,
              })
            }
          >
            {t(`groups.${each ?? 'ALL'}`)}
          </button>
        ))}
      </div>
      <SeasonPicker seasons={seasons} chosen={season} hasAll />
    </div>
  )
}
