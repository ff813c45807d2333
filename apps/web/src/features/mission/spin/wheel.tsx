import { useEffect, useId, useRef } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import type { Slice } from './wheel-geometry.ts'
import styles from './wheel.module.css'

const CENTRE = 176
const RADIUS = 146
/** Must match --time-wheel and --ease-wheel in the tokens. */
export const WHEEL_MS = 4200
const EASE = 'cubic-bezier(0.12, 0.72, 0.08, 1)'
const TICKS = Array.from({ length: 100 }, (_, percent) => percent)

export type Turn = {
  /** The previous rest position. */
  from: number
  /** The next rest position in degrees, including all turns. */
  to: number
  /** Identifies the draw; a new id starts a new animation. */
  id: string
  /** The start of the animation on the device's clock; a reload continues from there. */
  startedAtMs: number
}

type WheelProps = {
  slices: readonly Slice[]
  turn: Turn | undefined
  onRest: () => void
  label: string
}

/** Draws a sundial with one tick per percent. It only plays a known result. */
export function Wheel({ slices, turn, onRest, label }: WheelProps) {
  const lightId = useId()
  const dialRef = useRef<SVGGElement>(null)
  const onRestRef = useRef(onRest)
  useEffect(() => {
    onRestRef.current = onRest
  })

  const { id, from, to, startedAtMs } = turn ?? { id: '', from: 0, to: 0, startedAtMs: 0 }
  useEffect(() => {
    const dial = dialRef.current
    if (!dial || id === '') return undefined
    const playedMs = Date.now() - startedAtMs
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (prefersReducedMotion || playedMs >= WHEEL_MS) {
      onRestRef.current()
      return undefined
    }
    const play = (element: Element, sign: 1 | -1) => {
      const animation = element.animate(
        [from, to].map((degrees) => ({ transform: `rotate(${sign * degrees}deg)` })),
        { duration: WHEEL_MS, easing: EASE },
      )
      animation.currentTime = Math.max(0, playedMs)
      return animation
    }
    const animations = [
      play(dial, 1),
      // Counter-rotates the numbers, so that they stay upright.
      ...Array.from(dial.querySelectorAll('[data-upright]'), (label) => play(label, -1)),
    ]
    const [turning] = animations
    if (turning) turning.onfinish = () => onRestRef.current()
    return () => {
      if (turning) turning.onfinish = null
      for (const animation of animations) animation.cancel()
    }
  }, [id, from, to, startedAtMs])

  return (
    <div className={styles.wheel}>
      <svg viewBox="0 0 352 352" fill="none" role="img" aria-label={label}>
        <defs>
          <radialGradient
            id={lightId}
            cx={CENTRE}
            cy={CENTRE}
            r={RADIUS}
            gradientUnits="userSpaceOnUse"
          >
            <stop offset=".2" stopColor="#b092ff" />
            <stop offset=".6" stopColor="#ff8799" />
            <stop offset="1" stopColor="#ffc06e" />
          </radialGradient>
        </defs>
        <g ref={dialRef} className={styles.dial} style={{ transform: `rotate(${to}deg)` }}>
          {slices.map((slice) => (
            <path
              key={slice.prizeIndex}
              className={classNames(styles.slice, styles[`shade${slice.shade}`])}
              d={sector(slice)}
              {...(slice.shade === 6 && { fill: `url(#${lightId})` })}
            />
          ))}
          <path className={styles.ticks} d={TICKS.map(tick).join('')} />
          {slices.map((slice) => (
            <Label key={slice.prizeIndex} slice={slice} turned={to} />
          ))}
          <circle className={styles.rim} cx={CENTRE} cy={CENTRE} r={RADIUS} />
        </g>
        <circle className={styles.hub} cx={CENTRE} cy={CENTRE} r="38" />
      </svg>
      <img className={styles.mark} src="/logo-mark.svg" alt="" width={46} height={46} />
      <svg className={styles.pointer} viewBox="-2 -7 32 42" aria-hidden="true">
        <path
          d="M14 33 3.5 12.5a12 12 0 1 1 21 0z"
          fill="#f6f4ff"
          stroke="#0b0a1a"
          strokeWidth="2"
        />
        <circle cx="14" cy="11" r="4" fill="#0b0a1a" />
      </svg>
    </div>
  )
}

const NARROW = 26
const VERY_NARROW = 9

/** Draws the label upright at any rest position, or along the slice when it is too narrow. */
function Label({ slice, turned }: { slice: Slice; turned: number }) {
  const width = slice.to - slice.from
  const middle = (slice.from + slice.to) / 2
  const xpText = formatNumber(slice.xp)
  const inkClass = slice.shade >= 5 && styles.ink
  if (width >= VERY_NARROW && width < NARROW) {
    // Reads outwards on the right half and inwards on the left half.
    const onScreen = (((middle + turned) % 360) + 360) % 360
    const tilt = middle + (onScreen < 180 ? -90 : 90)
    return (
      <text
        className={classNames(styles.narrow, inkClass)}
        transform={`translate(${pointAt(middle, 104)}) rotate(${tilt.toFixed(2)})`}
        dominantBaseline="central"
      >
        {xpText}
      </text>
    )
  }
  const isOutside = width < VERY_NARROW
  return (
    <g transform={`translate(${pointAt(middle, isOutside ? RADIUS + 22 : 94)})`}>
      <text
        data-upright
        className={isOutside ? styles.outside : classNames(styles.label, inkClass)}
        style={{ transform: `rotate(${-turned}deg)` }}
        dominantBaseline="central"
      >
        {xpText}
      </text>
    </g>
  )
}

function pointAt(degrees: number, radius: number): string {
  const radians = ((degrees - 90) * Math.PI) / 180
  const x = CENTRE + radius * Math.cos(radians)
  const y = CENTRE + radius * Math.sin(radians)
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

function sector({ from, to }: Slice): string {
  // An arc that ends at its own start draws nothing, so a full circle ends slightly earlier.
  const end = Math.min(to, from + 359.99)
  const isLong = end - from > 180 ? 1 : 0
  return `M${CENTRE} ${CENTRE}L${pointAt(from, RADIUS)}A${RADIUS} ${RADIUS} 0 ${isLong} 1 ${pointAt(end, RADIUS)}z`
}

function tick(percent: number): string {
  const degrees = percent * 3.6
  return `M${pointAt(degrees, RADIUS + 5)}L${pointAt(degrees, RADIUS + (percent % 10 === 0 ? 12 : 9))}`
}
