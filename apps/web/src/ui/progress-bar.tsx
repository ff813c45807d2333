import styles from './progress-bar.module.css'

/**
 * Renders a progress bar. It is hidden from screen readers because the number is shown next to it.
 */
export function ProgressBar({ value }: { value: number }) {
  const percent = Math.min(100, Math.max(0, value * 100))
  return (
    <span className={styles.bar} aria-hidden="true">
      <i className={styles.done} style={{ width: `${percent}%` }} />
    </span>
  )
}
