import styles from './orb.module.css'

/** A world before sunrise: its sky drifts, and light comes round the rim. */
export function Orb() {
  return (
    <div className={styles.orb} data-orb aria-hidden="true">
      <i className={styles.halo} />
      <div className={styles.globe}>
        <i className={styles.aurora} />
        <i className={styles.veil} />
        <i className={styles.stars} />
        <i className={styles.shade} />
      </div>
      <i className={styles.rim} />
    </div>
  )
}
