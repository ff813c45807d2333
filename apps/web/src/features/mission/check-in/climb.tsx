import { useId } from 'react'
import styles from './climb.module.css'

const CENTRE = { x: 320, y: 316 }
const RADIUS = 286
const COLOURS = ['#ffc06e', '#ff9f83', '#ff8799', '#d98cc7', '#b092ff']

type ClimbProps = {
  /** The completed steps towards the bonus. */
  done: number
  steps: number
  /** The number shown on the next step. */
  next: number
  label: string
}

/** Draws the steps from the horizon to the zenith; the last one is the star. */
export function Climb({ done, steps, next, label }: ClimbProps) {
  const gradientId = useId()
  const points = Array.from({ length: steps }, (_, at) => pointAt(at / (steps - 1)))
  const last = points.at(-1) ?? CENTRE
  const first = points[0] ?? CENTRE
  const path = `M${first.x} ${first.y}A${RADIUS} ${RADIUS} 0 0 1 ${last.x} ${last.y}`
  const lit = done <= 1 ? 0 : (done - 1) / (steps - 1)
  return (
    <svg className={styles.climb} viewBox="0 0 350 336" fill="none" role="img" aria-label={label}>
      <defs>
        <linearGradient
          id={gradientId}
          x1="34"
          y1="316"
          x2={points[Math.max(1, done - 1)]?.x ?? 320}
          y2={points[Math.max(1, done - 1)]?.y ?? 30}
          gradientUnits="userSpaceOnUse"
        >
          <stop stopColor="#ffc06e" />
          <stop offset=".6" stopColor="#ff8799" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
      </defs>
      <path d="M0 316h350" stroke="#fff" strokeOpacity=".22" strokeWidth="1.5" />
      <path
        d={path}
        stroke="#fff"
        strokeOpacity=".22"
        strokeWidth="2"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      {lit > 0 && (
        <path
          className={styles.lit}
          d={path}
          pathLength={1}
          stroke={`url(#${gradientId})`}
          strokeDasharray={`${lit} 2`}
        />
      )}
      {points.map(({ x, y }, at) =>
        at === steps - 1 ? (
          <Star key={at} x={x} y={y} isLit={done >= steps} isNext={done === steps - 1} />
        ) : at < done ? (
          <g key={at} className={styles.step}>
            <circle cx={x} cy={y} r="15" fill="#0b0a1a" />
            <circle cx={x} cy={y} r="12" fill={COLOURS[at % COLOURS.length]} />
            <path
              d={`M${x - 5} ${y + 0.5}l3.5 3.5 6.5-7`}
              stroke="#1c0d26"
              strokeWidth="2.25"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </g>
        ) : at === done ? (
          <g key={at}>
            <circle cx={x} cy={y} r="17" fill="#151328" stroke="#f6f4ff" strokeWidth="2" />
            <text className={styles.number} x={x} y={y + 5.5}>
              {next}
            </text>
          </g>
        ) : (
          <circle key={at} cx={x} cy={y} r="8" fill="#151328" stroke="#6f6a90" strokeWidth="2" />
        ),
      )}
    </svg>
  )
}

function Star({ x, y, isLit, isNext }: { x: number; y: number; isLit: boolean; isNext: boolean }) {
  return (
    <g className={isLit ? styles.step : undefined}>
      <circle
        cx={x}
        cy={y}
        r="20"
        fill={isLit ? '#b092ff' : '#151328'}
        stroke={isLit || isNext ? '#f6f4ff' : '#6f6a90'}
        strokeWidth="2"
      />
      <path
        transform={`translate(${x - 11} ${y - 11}) scale(.917)`}
        d="M12 1c1.3 7.5 3.2 9.6 11 11-7.8 1.4-9.7 3.5-11 11-1.3-7.5-3.2-9.6-11-11 7.8-1.4 9.7-3.5 11-11z"
        fill={isLit ? '#1c0d26' : '#f6f4ff'}
      />
    </g>
  )
}

function pointAt(part: number): { x: number; y: number } {
  const angle = (part * Math.PI) / 2
  return {
    x: Number((CENTRE.x - RADIUS * Math.cos(angle)).toFixed(1)),
    y: Number((CENTRE.y - RADIUS * Math.sin(angle)).toFixed(1)),
  }
}
