import { classNames } from '#/ui/class-names.ts'
import styles from './backdrop.module.css'

/** Five blurred lights that drift behind everything, in the column only. */
export function Backdrop({ isAnimated = true }: { isAnimated?: boolean }) {
  return (
    <div className={classNames(styles.backdrop, !isAnimated && styles.still)} aria-hidden="true">
      <i className={styles.violet} />
      <i className={styles.rose} />
      <i className={styles.indigo} />
      <i className={styles.teal} />
      <i className={styles.amber} />
    </div>
  )
}
