import { LEAGUE_RUNGS } from '@solstice/rules/league'
import type { Rung } from './api.ts'
import styles from './rung-arc.module.css'

/** The places of the rungs on the arc, lowest first. */
const NODES = [
  { x: 50.6, y: 86.1 },
  { x: 104.6, y: 37.6 },
  { x: 175, y: 20 },
  { x: 245.4, y: 37.6 },
  { x: 299.4, y: 86.1 },
] as const
const ARC_START = '40.2 104.2'
const ARC_END = '309.8 104.2'
const STAR = 'M0-6c.7 3.9 1.9 5.2 6 6-4.1.8-5.3 2.1-6 6-.7-3.9-1.9-5.2-6-6 4.1-.8 5.3-2.1 6-6z'

/** Draws the rungs as an arc: passed ones are checked, the sun stands on the present one. */
export function RungArc({ rung }: { rung: Rung }) {
  const at = LEAGUE_RUNGS.indexOf(rung)
  const own = NODES[at]
  if (!own) return null
  return (
    <svg className={styles.arc} viewBox="0 0 350 124" fill="none" aria-hidden="true">
      <defs>
        <linearGradient id="league-light" x1="0" y1="0" x2="1" y2="0.15">
          <stop stopColor="#ffc06e" />
          <stop offset=".52" stopColor="#ff8799" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
        <linearGradient id="league-sun" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#ffe6b0" />
          <stop offset="1" stopColor="#ff9a6b" />
        </linearGradient>
        <radialGradient id="league-halo">
          <stop stopColor="#ffcf98" stopOpacity=".5" />
          <stop offset=".45" stopColor="#ff8799" stopOpacity=".2" />
          <stop offset="1" stopColor="#ff8799" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path
        d={`M${ARC_START}A150 150 0 0 1 ${ARC_END}`}
        stroke="#fff"
        strokeOpacity=".3"
        strokeWidth="1.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <path
        d={`M${ARC_START}A150 150 0 0 1 ${own.x} ${own.y}`}
        stroke="url(#league-light)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      {NODES.map((node, index) => (
        <g key={node.x} transform={`translate(${node.x} ${node.y})`}>
          {index < at && (
            <>
              <circle r="11" fill="#2b2352" stroke="#ff9fa0" strokeWidth="2" />
              <path
                d="M-5 .5l3.5 3.5 6.5-7"
                stroke="#ffd2b0"
                strokeWidth="2"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </>
          )}
          {index > at && (
            <>
              <circle r="11" fill="#151328" stroke="#8b86ab" strokeWidth="2" />
              <path d={STAR} fill="#fff6e8" />
            </>
          )}
        </g>
      ))}
      <g transform={`translate(${own.x} ${Math.min(own.y + 26, 80)})`}>
        <circle r="64" fill="url(#league-halo)" />
        <g className={styles.sun}>
          <circle r="31" fill="url(#league-sun)" />
          <path d="M-31 8h62a31 31 0 0 1-62 0z" fill="#43266a" />
          <path d="M-40 8h80" stroke="#fff6e8" strokeWidth="2.5" strokeLinecap="round" />
          <path
            d="M-14 16h28M-8 22.5h16"
            stroke="#ffc9a0"
            strokeWidth="2.2"
            strokeLinecap="round"
          />
        </g>
      </g>
    </svg>
  )
}
