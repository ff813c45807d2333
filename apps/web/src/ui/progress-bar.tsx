import styles from './progress-bar.module.css'

/** A stroke of light as long as what is done. The number stands beside it, so a reader needs nothing. */
export function ProgressBar({ value }: { value: number }) {
  const percent = Math.min(100, Math.max(0, value * 100))
  return (
    <span className={styles.bar} aria-hidden="true">
      <i className={styles.done} style={{ width: `${percent}%` }} />
    </span>
  )
}
