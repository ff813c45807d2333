import { useId } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import type { Mission } from './api.ts'
import { constellationOf, completedFirst } from './constellation.ts'
import type { Point } from './constellation.ts'
import styles from './starlight-sky.module.css'

const STAR =
  'M12 1c1.3 7.5 3.2 9.6 11 11-7.8 1.4-9.7 3.5-11 11-1.3-7.5-3.2-9.6-11-11 7.8-1.4 9.7-3.5 11-11z'

/**
 * Draws the season's constellation: a finished mission lights its star. The list below contains the
 * same information as text.
 */
export function StarlightSky({
  seasonId,
  missions,
}: {
  seasonId: number
  missions: readonly Mission[]
}) {
  const { t } = useTranslation('mission')
  const id = useId()
  const stars = completedFirst(missions)
  const lit = stars.filter(({ completed }) => completed).length
  const { name, points, braces } = constellationOf(seasonId, stars.length)
  const constellationName = t(`starlight.names.${name}`)
  const counts = { lit, all: stars.length }
  const litPoints = points.slice(0, lit)
  const [first] = litPoints
  const last = litPoints.at(-1)
  const next = points[lit]
  return (
    <div className={styles.sky}>
      <div className={styles.name}>
        <h2 className={text.title}>{constellationName}</h2>
        <p className={classNames(text.small, text.soft, text.number)}>
          {t('starlight.lit', counts)}
        </p>
      </div>
      <svg
        viewBox="0 0 390 300"
        fill="none"
        role="img"
        aria-label={t('starlight.picture', { name: constellationName, ...counts })}
      >
        <defs>
          <radialGradient id={`${id}-halo`}>
            <stop stopColor="#ffd9a8" stopOpacity=".42" />
            <stop offset="1" stopColor="#ff8799" stopOpacity="0" />
          </radialGradient>
          {first && last && (
            <linearGradient
              id={`${id}-line`}
              x1={first.x}
              y1={first.y}
              x2={last.x + 0.1}
              y2={last.y + 0.1}
              gradientUnits="userSpaceOnUse"
            >
              <stop stopColor="#ffc06e" />
              <stop offset=".5" stopColor="#ff8799" />
              <stop offset="1" stopColor="#b092ff" />
            </linearGradient>
          )}
        </defs>
        <FarStars />
        {braces.map(([from, to]) => (
          <path
            key={`${from}-${to}`}
            className={styles.brace}
            d={line([points[from], points[to]])}
          />
        ))}
        <path className={styles.way} d={line(points.slice(Math.max(0, lit - 1)))} />
        <path className={styles.lit} d={line(litPoints)} stroke={`url(#${id}-line)`} />
        {points.map((point, at) =>
          at < lit ? (
            <g key={at} className={styles.star}>
              <circle cx={point.x} cy={point.y} r="29" fill={`url(#${id}-halo)`} />
              <path
                transform={`translate(${point.x - 13} ${point.y - 13}) scale(1.083)`}
                d={STAR}
                fill="#fff4e2"
              />
            </g>
          ) : at === lit ? (
            <g key={at}>
              <circle className={styles.next} cx={point.x} cy={point.y} r="15" />
              <circle cx={point.x} cy={point.y} r="4" fill="#f6f4ff" />
            </g>
          ) : (
            <circle key={at} className={styles.later} cx={point.x} cy={point.y} r="8" />
          ),
        )}
        {next && (
          <text className={styles.label} x={next.x} y={next.y + 32}>
            {t('starlight.next')}
          </text>
        )}
      </svg>
    </div>
  )
}

function line(points: readonly (Point | undefined)[]): string {
  return points
    .filter((point) => point !== undefined)
    .map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`)
    .join('')
}

/** Decorative background stars, the same on every render. */
const FAR = Array.from({ length: 64 }, (_, at) => ({
  x: (at * 137.5 + 23) % 390,
  y: (at * 89.3 + 11) % 296,
  r: 0.8 + (at % 3) * 0.3,
  opacity: 0.28 + (at % 4) * 0.14,
}))

function FarStars() {
  return (
    <g fill="#fff">
      {FAR.map(({ x, y, r, opacity }, at) => (
        <circle key={at} cx={x.toFixed(1)} cy={y.toFixed(1)} r={r} opacity={opacity} />
      ))}
    </g>
  )
}
