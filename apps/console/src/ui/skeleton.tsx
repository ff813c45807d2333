import styles from './skeleton.module.css'

/** Renders placeholders of a list that is still loading. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.row}>
          <span className={styles.bone} />
          <span className={styles.bone} />
        </div>
      ))}
    </div>
  )
}
