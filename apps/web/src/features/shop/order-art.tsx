import { useId } from 'react'
import styles from './order-progress.module.css'

const STAR =
  'M0-20c2.2 13.7 5.9 17.6 20 20-14.1 2.4-17.8 6.3-20 20-2.2-13.7-5.9-17.6-20-20 14.1-2.4 17.8-6.3 20-20z'

type OrderArtProps = { isDone: boolean; isOver: boolean }

/**
 * Draws a star above the horizon: it is high and lit when the order is credited and below the
 * horizon when the order failed.
 */
export function OrderArt({ isDone, isOver }: OrderArtProps) {
  const id = useId()
  return (
    <svg className={styles.art} viewBox="0 0 240 120" fill="none" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}-sun`} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#ffc06e" />
          <stop offset=".52" stopColor="#ff8799" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
        <radialGradient id={`${id}-halo`}>
          <stop stopColor="#ff9d9a" stopOpacity=".4" />
          <stop offset="1" stopColor="#ff8799" stopOpacity="0" />
        </radialGradient>
        <clipPath id={`${id}-above`}>
          <path d="M0 0h240v96H0z" />
        </clipPath>
      </defs>
      <path
        d="M28 96a92 84 0 0 1 184 0"
        stroke="#fff"
        strokeOpacity=".25"
        strokeWidth="1.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      {isDone ? (
        <>
          <circle cx="120" cy="48" r="48" fill={`url(#${id}-halo)`} />
          <path transform="translate(120 48) scale(1.9)" d={STAR} fill={`url(#${id}-sun)`} />
          <path transform="translate(172 34) scale(.42)" d={STAR} fill="#fff4e2" />
          <path transform="translate(72 66) scale(.34)" d={STAR} fill="#fff4e2" fillOpacity=".8" />
        </>
      ) : (
        <g clipPath={`url(#${id}-above)`}>
          <path
            transform={isOver ? 'translate(209 88)' : 'translate(66 41)'}
            d={STAR}
            fill={isOver ? '#6f6a90' : '#ffc06e'}
          />
        </g>
      )}
      <g stroke="#fff" strokeLinecap="round" strokeWidth="2">
        <path d="M8 97h224" strokeOpacity=".55" />
        <path d="M86 108h68" strokeOpacity=".2" />
      </g>
    </svg>
  )
}
