import { classNames } from '@solstice/ui/class-names.ts'
import text from './text.module.css'
import styles from './time-span.module.css'

type End = { label: string; time: string }

type TimeSpanProps = {
  /** The share of the span that is over, from 0 to 1. */
  share: number
  now: string
  start: End
  end: End
}

/** Draws a span of time to scale, with a mark at the present. */
export function TimeSpan({ share, now, start, end }: TimeSpanProps) {
  const percent = `${share * 100}%`
  return (
    <div className={classNames(text.small, text.number, styles.span)}>
      {/* The label stays within the bar: it moves back by the same share of its own width. */}
      <p className={classNames(text.strong, styles.now)}>
        <span style={{ left: percent, translate: `-${percent}` }}>{now}</span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: percent }} />
      </div>
      <dl className={styles.ends}>
        {[start, end].map(({ label, time }) => (
          <div key={label}>
            <dt className={text.soft}>{label}</dt>
            <dd className={text.strong}>{time}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
