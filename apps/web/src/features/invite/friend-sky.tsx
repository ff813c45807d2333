import styles from './friend-sky.module.css'

const STAR =
  'M0-9c1 6.200 2.700 7.900 9 9-6.300 1.100-8 2.800-9 9-1-6.200-2.700-7.900-9-9 6.300-1.100 8-2.800 9-9z'
const MAX_DRAWN = 10
const [LEFT, RIGHT, HORIZON, HEIGHT] = [28, 292, 118, 86]

/**
 * Draws the member's sun and a star above it for every friend who counts towards the large reward.
 */
export function FriendSky({ friends, goal }: { friends: number; goal: number }) {
  const starCount = Math.min(MAX_DRAWN, Math.max(1, goal))
  const lit = Math.floor((Math.min(friends, goal) / Math.max(1, goal)) * starCount)
  return (
    <svg className={styles.sky} viewBox="0 0 320 150" fill="none" aria-hidden="true">
      <defs>
        <linearGradient id="friend-sun" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="#ffc06e" />
          <stop offset=".55" stopColor="#ff8799" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
      </defs>
      <g stroke="#fff" strokeLinecap="round">
        <path d="M8 118h304" strokeOpacity=".55" strokeWidth="2" />
        <path d="M116 130h88M136 141h48" strokeOpacity=".22" strokeWidth="2" />
      </g>
      <path d="M122 118a38 38 0 0 1 76 0z" fill="url(#friend-sun)" />
      {Array.from({ length: starCount }, (_, at) => {
        const [x, y] = positionOf(at, starCount)
        const isLit = at < lit
        return (
          <path
            key={at}
            className={isLit ? styles.lit : undefined}
            transform={`translate(${x} ${y})`}
            d={STAR}
            fill={isLit ? '#ffc06e' : 'none'}
            stroke={isLit ? 'none' : '#9a95b8'}
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        )
      })}
    </svg>
  )
}

/** Returns a position along the path of the sun, evenly spaced by angle. */
function positionOf(at: number, starCount: number): [number, number] {
  const angle = Math.PI * (1 - (at + 0.5) / starCount)
  const x = (LEFT + RIGHT) / 2 + ((RIGHT - LEFT) / 2) * Math.cos(angle)
  const y = HORIZON - 14 - HEIGHT * Math.sin(angle)
  return [Math.round(x), Math.round(y)]
}
