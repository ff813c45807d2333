import styles from './steps.module.css'

export function Steps({
  current,
  total,
  label,
}: {
  current: number
  total: number
  label: string
}) {
  return (
    <div className={styles.steps} role="img" aria-label={label}>
      {Array.from({ length: total }, (_, index) => (
        <i key={index} className={index < current ? styles.done : undefined} />
      ))}
    </div>
  )
}
