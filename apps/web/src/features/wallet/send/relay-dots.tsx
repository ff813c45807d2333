import styles from './relay.module.css'

const WIDTH = 28
const MARGIN = 14
const RADIUS = 11
const HEIGHT = 32

/** Draws the sends of a month as suns above the horizon; the text beside it says the same. */
export function RelayDots({ quota, used }: { quota: number; used: number }) {
  const width = quota * WIDTH
  return (
    <svg
      className={styles.dots}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      aria-hidden="true"
    >
      {Array.from({ length: quota }, (_, at) => (
        <circle
          key={at}
          cx={MARGIN + at * WIDTH}
          cy={MARGIN}
          r={RADIUS}
          className={at < used ? styles.sun : styles.moon}
        />
      ))}
      <line x1="0" x2={width} y1={HEIGHT - 2} y2={HEIGHT - 2} className={styles.horizon} />
    </svg>
  )
}
