import styles from './streak-screen.module.css'

const CENTRE = { x: 195, y: 258 }
const RADIUS = 142
const ARC = `M${CENTRE.x - RADIUS} ${CENTRE.y}A${RADIUS} ${RADIUS} 0 0 1 ${CENTRE.x + RADIUS} ${CENTRE.y}`
/** Fixed places, so that the sky is the same on every visit. */
const STARS = [
  [96, 87, 0.7],
  [231, 7, 0.9],
  [47, 87, 1.2],
  [14, 109, 0.9],
  [65, 86, 1.2],
  [331, 130, 0.7],
  [239, 25, 0.9],
  [369, 50, 1.2],
  [308, 112, 0.7],
  [13, 144, 0.9],
  [289, 59, 0.9],
  [334, 143, 0.7],
  [352, 104, 1.2],
  [29, 93, 0.9],
  [302, 24, 0.9],
  [126, 6, 0.9],
  [208, 33, 1.2],
  [367, 103, 0.9],
] as const

/** Draws the chain as the way of the sun over the season, to scale. */
export function Horizon({ share }: { share: number }) {
  const angle = Math.PI * (1 - share)
  const sun = {
    cx: CENTRE.x + RADIUS * Math.cos(angle),
    cy: CENTRE.y - RADIUS * Math.sin(angle),
  }
  return (
    <svg className={styles.scene} viewBox="0 0 390 300" fill="none" aria-hidden="true">
      <defs>
        <linearGradient id="streak-sky" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#1a1240" />
          <stop offset=".55" stopColor="#4a2a68" />
          <stop offset="1" stopColor="#a04a68" />
        </linearGradient>
        <linearGradient id="streak-light" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="#ffc06e" />
          <stop offset=".5" stopColor="#ff8799" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
        <linearGradient id="streak-sun" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#ffe6b4" />
          <stop offset="1" stopColor="#ff9f7e" />
        </linearGradient>
        <radialGradient id="streak-halo">
          <stop stopColor="#ffcf98" stopOpacity=".5" />
          <stop offset="1" stopColor="#ff8799" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0h390v258H0z" fill="url(#streak-sky)" opacity=".8" />
      <g fill="#fff" opacity=".55">
        {STARS.map(([cx, cy, r]) => (
          <circle key={`${cx}-${cy}`} cx={cx} cy={cy} r={r} />
        ))}
      </g>
      <path
        d={ARC}
        stroke="#fff"
        strokeOpacity=".45"
        strokeWidth="1.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      {share > 0 && (
        <>
          <path
            d={ARC}
            pathLength={1}
            stroke="url(#streak-light)"
            strokeWidth="6"
            strokeDasharray={`${share} 2`}
          />
          <circle {...sun} r="56" fill="url(#streak-halo)" />
          <circle {...sun} r="15" fill="url(#streak-sun)" />
        </>
      )}
      <path d="M0 258h390v42H0z" fill="#0d0a1e" />
      <path d="M0 258h390" stroke="#ffcf9e" strokeOpacity=".6" strokeWidth="1.5" />
      <path d="M120 267h150" stroke="#ff9a86" strokeWidth="3" strokeLinecap="round" opacity=".5" />
    </svg>
  )
}
