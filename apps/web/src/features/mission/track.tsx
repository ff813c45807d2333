const STEP = 27
const COLOURS = ['#ffc06e', '#ffad7c', '#ff9a8a', '#e88fb0', '#b092ff']

/**
 * Draws the climb to the bonus on one line: completed dots, the next one, and the star at the end.
 */
export function Track({ done, steps, label }: { done: number; steps: number; label: string }) {
  const width = (steps - 1) * STEP + 20
  return (
    <svg
      width={width}
      height="16"
      viewBox={`0 0 ${width} 16`}
      fill="none"
      role="img"
      aria-label={label}
      style={{ marginTop: 8 }}
    >
      {Array.from({ length: steps - 1 }, (_, at) => {
        const x = 6 + at * STEP
        return (
          <g key={at}>
            <path
              d={`M${x + 8} 8h${STEP - 16}`}
              stroke={at < done - 1 ? '#ff9a8a' : '#fff'}
              strokeOpacity={at < done - 1 ? 1 : 0.22}
              strokeWidth="2"
              strokeLinecap="round"
            />
            {at < done ? (
              <circle cx={x} cy="8" r="5" fill={COLOURS[at % COLOURS.length]} />
            ) : (
              <circle
                cx={x}
                cy="8"
                r="4.25"
                stroke={at === done ? '#f6f4ff' : '#6f6a90'}
                strokeWidth="1.5"
              />
            )}
          </g>
        )
      })}
      <path
        transform={`translate(${(steps - 1) * STEP - 2} 0)`}
        d="M8 0c.9 5.3 2.6 7.1 8 8-5.4.9-7.1 2.7-8 8-.9-5.3-2.6-7.1-8-8 5.4-.9 7.1-2.7 8-8z"
        fill={done >= steps ? '#ffc06e' : '#c0bbd8'}
      />
    </svg>
  )
}
