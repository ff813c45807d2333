import styles from './vessel.module.css'

/** Draws a lantern above the horizon. */
export function Vessel() {
  return (
    <svg className={styles.art} viewBox="0 0 280 150" fill="none" aria-hidden="true">
      <g stroke="#fff" strokeLinecap="round">
        <path
          d="M52 122a88 88 0 0 1 176 0"
          strokeOpacity=".2"
          strokeWidth="1.5"
          strokeDasharray="1 8"
        />
        <path d="M8 122h264" strokeOpacity=".55" strokeWidth="2" />
        <path d="M96 134h88M118 145h44" strokeOpacity=".2" strokeWidth="2" />
      </g>
      <path d="M128 40a12 12 0 0 1 24 0v8h-24z" stroke="#c0bbd8" strokeWidth="2" />
      <rect
        x="112"
        y="48"
        width="56"
        height="74"
        rx="14"
        fill="#1b1832"
        stroke="#f6f4ff"
        strokeWidth="2"
      />
      <rect x="122" y="60" width="36" height="50" rx="9" fill="url(#lantern)" />
      <path
        d="M140 72c1.6 8.8 3.8 11.2 12 13-8.2 1.8-10.4 4.2-12 13-1.6-8.8-3.8-11.2-12-13 8.2-1.8 10.4-4.2 12-13z"
        fill="#1c0d26"
        fillOpacity=".85"
      />
      <g fill="#c0bbd8">
        <path d="M58 52c.7 4.6 2.3 6.7 7 7.5-4.7.8-6.3 2.9-7 7.5-.7-4.6-2.3-6.7-7-7.5 4.7-.8 6.3-2.9 7-7.5z" />
        <path d="M216 38c.6 4 2 5.8 6 6.5-4 .7-5.4 2.5-6 6.5-.6-4-2-5.8-6-6.5 4-.7 5.4-2.5 6-6.5z" />
        <circle cx="88" cy="30" r="1.5" />
        <circle cx="190" cy="76" r="1.5" />
      </g>
      <defs>
        <linearGradient
          id="lantern"
          x1="122"
          y1="60"
          x2="158"
          y2="110"
          gradientUnits="userSpaceOnUse"
        >
          <stop stopColor="#ffc06e" />
          <stop offset=".55" stopColor="#ff8799" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
      </defs>
    </svg>
  )
}
