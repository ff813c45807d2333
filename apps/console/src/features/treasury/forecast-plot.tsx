import { classNames } from '@solstice/ui/class-names.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { formatChange, formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatDay } from '#/lib/times.ts'
import type { Forecast } from './api.ts'
import styles from './forecast.module.css'

/** Noon of a programme day, as an instant that every format shows as that day. */
export const dayOf = (day: string): string => `${day}T08:00:00.000Z`

const shortNumber = (value: number): string =>
  new Intl.NumberFormat(currentLanguage(), {
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(value)

/** Returns a round number that is at least as large, for the end of an axis. */
function roundUp(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value
}

/**
 * Draws the balance at the end of each day as a bar, below zero hatched. The drawing is a picture; the
 * table of the figure has the values.
 */
export function ForecastPlot({ forecast: { days, runsOutOn } }: { forecast: Forecast }) {
  const { t } = useTranslation('treasury')
  const lefts = days.map(({ left }) => Number(left))
  const top = roundUp(Math.max(0, ...lefts))
  const bottom = roundUp(Math.max(0, ...lefts.map((left) => -left)))
  const height = top + bottom || 1
  const fromTop = (value: number) => `${(100 * (top - value)) / height}%`
  const part = (value: number) => `${(100 * Math.abs(value)) / height}%`
  const shortAt = days.findIndex(({ day }) => day === runsOutOn)
  const ticks = Array.from(new Set([top, 0, -bottom]))
  const summary =
    runsOutOn === null
      ? t('forecast.pictureCovered')
      : t('forecast.pictureShort', { day: formatDay(dayOf(runsOutOn)) })
  return (
    <div className={styles.plot} role="img" aria-label={summary}>
      <div className={styles.area}>
        {ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ top: fromTop(tick) }}>
            <i>{shortNumber(tick)}</i>
          </span>
        ))}
        <div className={styles.bars}>
          {days.map(({ day, left, settled }, at) => {
            const value = Number(left)
            return (
              <span key={day} className={styles.column} title={`${formatDay(dayOf(day))}: ${left}`}>
                <i
                  className={classNames(styles.bar, value < 0 && styles.below)}
                  style={{ top: fromTop(Math.max(0, value)), height: part(value) }}
                />
                {Number(settled) > 0 && (
                  <b
                    className={classNames(styles.label, at > days.length * 0.7 && styles.ending)}
                    style={{ top: fromTop(Math.max(0, value)) }}
                  >
                    {formatChange(-Number(settled))}
                  </b>
                )}
                {at === shortAt && (
                  <b
                    className={classNames(styles.short, at > days.length * 0.7 && styles.ending)}
                    style={{ top: fromTop(0) }}
                  >
                    {t('forecast.shortOn', { day: formatDay(dayOf(day)) })}
                  </b>
                )}
              </span>
            )
          })}
        </div>
      </div>
      <div className={styles.days}>
        {[0, 7, 14, 21, days.length - 1].map((at) => (
          <span key={at} style={{ left: `${(100 * (at + 0.5)) / days.length}%` }}>
            {formatDay(dayOf(days[at]?.day ?? ''))}
          </span>
        ))}
      </div>
      <p className={styles.legend}>
        {t('forecast.today', { amount: formatShortAmount(days[0]?.left ?? '0') })}
      </p>
    </div>
  )
}
