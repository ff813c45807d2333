import { Link } from '@tanstack/react-router'
import { DAY_MS } from '@solstice/rules/duration'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatDay, formatMonth } from '#/lib/times.ts'
import { hasDates } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { conflictsOf, monthsOf } from './season-spans.ts'
import { nameOf } from './season-table.tsx'
import styles from './season-calendar.module.css'

/** More seasons do not fit on one scale; the latest ones are drawn. */
const MOST_SEASONS = 12
const MARGIN_MS = 7 * DAY_MS
/** The room that the name of a month needs. */
const MONTH_PX = 72

/** Draws the seasons and their rounds on one scale; those that share time are red. */
export function SeasonCalendar({ seasons }: { seasons: readonly SeasonRow[] }) {
  const { t } = useTranslation('seasons')
  const now = useNow()
  const dated = seasons.filter(hasDates).slice(-MOST_SEASONS)
  if (dated.length === 0) return null
  const conflicts = conflictsOf(dated)
  const start = Math.min(...dated.map(({ startAt }) => Date.parse(startAt))) - MARGIN_MS
  const end = Math.max(...dated.map(({ endAt }) => Date.parse(endAt))) + MARGIN_MS
  const months = monthsOf({ start, end })
  const shareOf = (instant: number) => ((instant - start) / (end - start)) * 100
  const place = (from: number, until: number) => ({
    left: `${shareOf(from)}%`,
    width: `${shareOf(until) - shareOf(from)}%`,
  })
  return (
    <Panel title={t('calendar')}>
      <div className={styles.scroll}>
        <div className={styles.calendar} style={{ minWidth: months.length * MONTH_PX }}>
          <div className={styles.months} aria-hidden="true">
            {months.map((month) => (
              <span key={month} style={{ left: `${shareOf(month)}%` }}>
                {formatMonth(month)}
              </span>
            ))}
          </div>
          <ul>
            {dated.map((season) => {
              const { seasonId, startAt, endAt, roundEnds } = season
              const isConflict = conflicts.has(seasonId)
              const edges = roundEnds.map((end) => Date.parse(end))
              return (
                <li key={seasonId} className={styles.row}>
                  <Link
                    to="/seasons/$seasonId/edit"
                    params={{ seasonId: String(seasonId) }}
                    className={classNames(
                      styles.season,
                      season.state === 'DRAFT' && styles.draft,
                      isConflict && styles.conflict,
                    )}
                    style={place(Date.parse(startAt), Date.parse(endAt))}
                  >
                    <span className={styles.name}>{nameOf(season)}</span>
                    <span className={text.unseen}>
                      {`${formatDay(startAt)} – ${formatDay(Date.parse(endAt) - 1)}`}
                      {isConflict && ` ${t('conflict')}`}
                    </span>
                  </Link>
                  {edges
                    .filter((edge) => edge > Date.parse(startAt) && edge < Date.parse(endAt))
                    .map((edge, round) => (
                      <span
                        key={`round ${round}`}
                        className={styles.edge}
                        title={t('roundEnd', { number: round + 1, day: formatDay(edge) })}
                        style={{ left: `${shareOf(edge)}%` }}
                      />
                    ))}
                </li>
              )
            })}
          </ul>
          {now > start && now < end && (
            <span className={styles.now} style={{ left: `${shareOf(now)}%` }} aria-hidden="true" />
          )}
        </div>
      </div>
      {conflicts.size > 0 && <p className={text.bad}>{t('conflictNote')}</p>}
    </Panel>
  )
}
