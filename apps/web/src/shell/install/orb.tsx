import styles from './orb.module.css'

/** Draws a planet before sunrise with a drifting sky and light around its rim. */
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
