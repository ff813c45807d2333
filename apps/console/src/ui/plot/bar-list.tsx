import { classNames } from '@solstice/ui/class-names.ts'
import type { PlotTone } from './plot-series.ts'
import styles from './plot.module.css'

type Bar = {
  label: string
  value: number
  /** Marks the value that was planned or declared. */
  reference?: number
  tone?: PlotTone
  /** Stands at the right, such as the formatted value. */
  text: string
  /** Stands behind the text, such as the declared value. */
  more?: string
}

/** Shows one bar per row with its value in words, and a mark where the value was expected. */
export function BarList({ bars, tone = 'teal' }: { bars: readonly Bar[]; tone?: PlotTone }) {
  const longest = Math.max(1e-9, ...bars.map((bar) => Math.max(bar.value, bar.reference ?? 0)))
  const width = (value: number) => `${(100 * value) / longest}%`
  return (
    <ul className={styles.bars}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span className={styles.barLabel}>{bar.label}</span>
          <span className={styles.track} aria-hidden="true">
            <i
              className={classNames(styles.bar, styles[bar.tone ?? tone])}
              style={{ width: width(bar.value) }}
            />
            {bar.reference !== undefined && (
              <i className={styles.mark} style={{ left: width(bar.reference) }} />
            )}
          </span>
          <b className={styles.barText}>{bar.text}</b>
          {bar.more !== undefined && <span className={styles.barMore}>{bar.more}</span>}
        </li>
      ))}
    </ul>
  )
}
