type TransferIllustrationProps = {
  at: 'underway' | 'there' | 'back'
  className: string | undefined
}

const POSITIONS = { underway: [120, 28], there: [206, 60], back: [34, 60] } as const

/** Renders a star under way over the horizon, at its destination or back at its start. */
export function TransferIllustration({ at, className }: TransferIllustrationProps) {
  const [x, y] = POSITIONS[at]
  return (
    <svg className={className} viewBox="0 0 240 120" fill="none" aria-hidden="true">
      <g stroke="#fff" strokeLinecap="round">
        <path
          d="M28 96a92 92 0 0 1 184 0"
          strokeOpacity=".25"
          strokeWidth="1.5"
          strokeDasharray="1 8"
        />
        <path d="M8 96h224" strokeOpacity=".55" strokeWidth="2" />
        <path d="M86 107h68" strokeOpacity=".2" strokeWidth="2" />
      </g>
      <circle cx="28" cy="96" r="4" fill="#9a95b8" />
      <circle cx="212" cy="96" r="4" fill="#f6f4ff" />
      <path
        transform={`translate(${x} ${y})`}
        d="M0-18c2 12.3 5.3 15.8 18 18-12.7 2.2-16 5.7-18 18-2-12.3-5.3-15.8-18-18 12.7-2.2 16-5.7 18-18z"
        fill={at === 'back' ? '#9a95b8' : '#ffc06e'}
      />
    </svg>
  )
}
