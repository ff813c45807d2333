import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './progress-ring.module.css'

const SIZE = 196
const CENTRE = SIZE / 2
const RADIUS = 86
/** The ring is open at the bottom, like the sun's arc above the horizon. */
const GAP_DEGREES = 100
const ARC_DEGREES = 360 - GAP_DEGREES

type ProgressRingProps = {
  /** From 0 to 1. */
  value: number
  label: string
  children: ReactNode
}

/** Renders progress as the sun's arc over a day. */
export function ProgressRing({ value, label, children }: ProgressRingProps) {
  const gradientId = useId()
  const part = Math.min(1, Math.max(0, value))
  const end = pointAt(part)
  const fullArc = arcTo(1)
  return (
    <div className={styles.ring}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE - 24}`} fill="none" role="img" aria-label={label}>
        <defs>
          <linearGradient
            id={gradientId}
            x1="32"
            y1="153"
            x2="164"
            y2="60"
            gradientUnits="userSpaceOnUse"
          >
            <stop stopColor="#ffc06e" />
            <stop offset=".52" stopColor="#ff8799" />
            <stop offset="1" stopColor="#b092ff" />
          </linearGradient>
        </defs>
        <path className={styles.path} d={fullArc} pathLength={1} />
        {/* Uses the dash, so that changes animate along the arc. */}
        <path
          className={styles.lit}
          d={fullArc}
          pathLength={1}
          stroke={`url(#${gradientId})`}
          strokeDasharray={`${part} 2`}
        />
        <circle cx={end.x} cy={end.y} r="11" fill="#0b0a1a" />
        <circle cx={end.x} cy={end.y} r="7" fill="#f6f4ff" />
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  )
}

function pointAt(part: number): { x: number; y: number } {
  const degrees = 90 + GAP_DEGREES / 2 + part * ARC_DEGREES
  const radians = (degrees * Math.PI) / 180
  return {
    x: Number((CENTRE + RADIUS * Math.cos(radians)).toFixed(1)),
    y: Number((CENTRE + RADIUS * Math.sin(radians)).toFixed(1)),
  }
}

function arcTo(part: number): string {
  const from = pointAt(0)
  const to = pointAt(part)
  const isLong = part * ARC_DEGREES > 180 ? 1 : 0
  return `M${from.x} ${from.y}A${RADIUS} ${RADIUS} 0 ${isLong} 1 ${to.x} ${to.y}`
}
