import styles from './skeleton.module.css'

/** Has the measures of what will replace it. */
export function Skeleton({ width, height }: { width: string; height: string }) {
  return <span className={styles.bone} style={{ width, height }} aria-hidden="true" />
}
