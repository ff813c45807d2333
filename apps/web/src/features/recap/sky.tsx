import { starsOf } from './geometry.ts'
import styles from './story.module.css'

const WIDTH = 390
const HEIGHT = 500
const STARS = starsOf(56, WIDTH, HEIGHT)

/** Draws the stars behind a frame. They do not twinkle. */
export function Stars() {
  return (
    <svg
      className={styles.stars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMin slice"
      fill="#fff"
    >
      {STARS.map(({ x, y, radius, opacity }) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r={radius} opacity={opacity} />
      ))}
    </svg>
  )
}

/** The gradients of the pictures; each picture has its own, because ids are global in a page. */
export function SunGradients({ id }: { id: string }) {
  return (
    <defs>
      <linearGradient id={`${id}-sun`} x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="#ffe6b4" />
        <stop offset=".5" stopColor="#ffc285" />
        <stop offset="1" stopColor="#ff8f88" />
      </linearGradient>
      <radialGradient id={`${id}-halo`}>
        <stop stopColor="#ffcf98" stopOpacity=".5" />
        <stop offset=".45" stopColor="#ff8799" stopOpacity=".2" />
        <stop offset="1" stopColor="#ff8799" stopOpacity="0" />
      </radialGradient>
    </defs>
  )
}
