const STARS = [
  [92, 130],
  [190, 240],
  [420, 150],
  [540, 270],
  [330, 90],
  [500, 80],
  [70, 360],
] as const

/** Draws the horizon before sunrise. */
export function Sky({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 640 800"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#0b0a1a" />
          <stop offset=".62" stopColor="#241d52" />
          <stop offset=".745" stopColor="#5a3560" />
          <stop offset=".746" stopColor="#17132e" />
          <stop offset="1" stopColor="#0b0a1a" />
        </linearGradient>
        <linearGradient id="sun" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#ffd9a0" />
          <stop offset="1" stopColor="#ff8799" />
        </linearGradient>
        <radialGradient id="glow">
          <stop stopColor="#ff8799" stopOpacity=".5" />
          <stop offset="1" stopColor="#ff8799" stopOpacity="0" />
        </radialGradient>
        <clipPath id="above">
          <rect width="640" height="596" />
        </clipPath>
      </defs>
      <rect width="640" height="800" fill="url(#sky)" />
      <g clipPath="url(#above)">
        <circle cx="320" cy="596" r="250" fill="url(#glow)" />
        <circle cx="320" cy="596" r="62" fill="url(#sun)" />
        <path
          d="M96 596a224 224 0 0 1 448 0"
          fill="none"
          stroke="#fff"
          strokeOpacity=".28"
          strokeWidth="2"
          strokeDasharray="1 9"
          strokeLinecap="round"
        />
      </g>
      <path d="M0 596h640" stroke="#ffc9a0" strokeOpacity=".7" strokeWidth="1.5" />
      <g stroke="#ff9d97" strokeLinecap="round" strokeWidth="3">
        <path d="M262 622h116" opacity=".7" />
        <path d="M282 642h76" opacity=".5" />
        <path d="M300 662h40" opacity=".35" />
      </g>
      <g fill="#fff" opacity=".5">
        {STARS.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="1.4" />
        ))}
      </g>
    </svg>
  )
}
