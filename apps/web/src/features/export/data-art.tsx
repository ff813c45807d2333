import { useId } from 'react'

/** Draws a document with the sun on it, above the horizon. */
export function DataArt() {
  const id = useId()
  return (
    <svg
      width="196"
      height="120"
      viewBox="0 0 196 120"
      fill="none"
      overflow="visible"
      aria-hidden="true"
    >
      <defs>
        <radialGradient id={`${id}-halo`}>
          <stop stopColor="#b092ff" stopOpacity=".38" />
          <stop offset="1" stopColor="#b092ff" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}-sun`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#ffd08a" />
          <stop offset="1" stopColor="#ff8a9b" />
        </linearGradient>
      </defs>
      <circle cx="98" cy="66" r="96" fill={`url(#${id}-halo)`} />
      <path
        d="M16 98A82 82 0 0 1 180 98"
        stroke="#fff"
        strokeOpacity=".35"
        strokeWidth="1.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <path
        d="M66 34a8 8 0 0 1 8-8h34l22 22v46a8 8 0 0 1-8 8H74a8 8 0 0 1-8-8z"
        fill="#3a2f78"
        stroke="#cfc4ff"
        strokeWidth="2"
      />
      <path d="M108 26v16a6 6 0 0 0 6 6h16" stroke="#cfc4ff" strokeWidth="2" />
      <path d="M82 92a16 16 0 0 1 32 0z" fill={`url(#${id}-sun)`} />
      <path d="M76 92h44" stroke="#f6f4ff" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M98 66v4M84.5 72l2.5 2.5M111.5 72l-2.5 2.5"
        stroke="#ffd9a8"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M10 104h176"
        stroke="#fff"
        strokeOpacity=".4"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d="M64 111h68M80 118h36"
        stroke="#b092ff"
        strokeOpacity=".6"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}
