import { useId } from 'react'
import type { Product } from './api.ts'
import styles from './product-art.module.css'

type Drawn = Pick<Product, 'imageUrl' | 'givesXp' | 'givesTickets' | 'payType'>

const STAR =
  'M0-34c3.8 23.3 10 30 34 34-24 4-30.2 10.7-34 34-3.8-23.3-10-30-34-34 24-4 30.2-10.7 34-34z'
const TICKET =
  'M-44-15a6 6 0 0 1 6-6h76a6 6 0 0 1 6 6v7a8 8 0 0 0 0 16v7a6 6 0 0 1-6 6h-76a6 6 0 0 1-6-6v-7a8 8 0 0 0 0-16z'

const FAN = [-14, -30, -46] as const
const BACK_COLOURS = ['#5a49ac', '#4a3d96', '#3b327c'] as const
const SOME_TICKETS = 5
const MANY_TICKETS = 10
const MUCH_XP = 1000

/** Shows the product's own picture, or a drawing of its contents. */
export function ProductArt({ product }: { product: Drawn }) {
  const id = useId()
  if (product.imageUrl !== null) {
    return <img className={styles.art} src={product.imageUrl} alt="" />
  }
  const hasXp = product.givesXp > 0
  const hasTickets = product.givesTickets > 0
  // More tickets fan out wider.
  const fan = FAN.slice(
    0,
    product.givesTickets >= MANY_TICKETS ? 3 : product.givesTickets >= SOME_TICKETS ? 2 : 1,
  )
  return (
    <svg
      className={styles.art}
      viewBox="0 0 200 150"
      fill="none"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2=".6" y2="1">
          <stop stopColor="#1b1742" />
          <stop offset=".6" stopColor="#352d6b" />
          <stop offset="1" stopColor="#5a3a78" />
        </linearGradient>
        <linearGradient id={`${id}-sun`} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#ffd9a0" />
          <stop offset=".5" stopColor="#ff9d9a" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
        <radialGradient id={`${id}-halo`}>
          <stop stopColor="#ffd9a8" stopOpacity=".42" />
          <stop offset="1" stopColor="#ff8799" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0h200v150H0z" fill={`url(#${id}-sky)`} />
      <g fill="#fff">
        <circle cx="28" cy="34" r="1.4" opacity=".6" />
        <circle cx="60" cy="18" r="1" opacity=".5" />
        <circle cx="172" cy="26" r="1.6" opacity=".6" />
        <circle cx="150" cy="112" r="1.1" opacity=".4" />
        <circle cx="34" cy="106" r="1.1" opacity=".4" />
      </g>
      <path d="M0 132c44-20 92-26 200-14v32H0z" fill="#0b0a1a" fillOpacity=".34" />
      <circle cx="100" cy="74" r="66" fill={`url(#${id}-halo)`} />
      {hasTickets && (
        <g transform={hasXp ? 'translate(122 94) scale(.72)' : 'translate(100 76)'}>
          {fan.toReversed().map((tilt, at) => (
            <path
              key={tilt}
              transform={`rotate(${tilt}) translate(-6 -12)`}
              d={TICKET}
              fill={BACK_COLOURS[fan.length - 1 - at]}
              stroke="#1b1742"
              strokeWidth="1.5"
            />
          ))}
          <path
            transform="rotate(6) translate(4 6)"
            d={TICKET}
            fill={hasXp ? '#7a67cf' : `url(#${id}-sun)`}
          />
          <path
            transform="rotate(6) translate(4 6)"
            d="M18-14v28"
            stroke="#1c0d26"
            strokeOpacity=".5"
            strokeWidth="2.5"
            strokeDasharray="1 6"
            strokeLinecap="round"
          />
        </g>
      )}
      {hasXp && (
        <g transform={hasTickets ? 'translate(76 62)' : 'translate(100 74)'}>
          {product.givesXp >= MUCH_XP && (
            <circle
              r="46"
              stroke="#ffd9a0"
              strokeOpacity=".6"
              strokeWidth="2"
              strokeDasharray="1 9"
              strokeLinecap="round"
            />
          )}
          <path d={STAR} fill={`url(#${id}-sun)`} />
          <path transform="translate(40 -28) scale(.34)" d={STAR} fill="#fff4e2" fillOpacity=".9" />
          <path transform="translate(-38 26) scale(.26)" d={STAR} fill="#fff4e2" fillOpacity=".7" />
        </g>
      )}
    </svg>
  )
}
