/**
 * The hero of the log-in screen: the arc of the day above the horizon, with a tick for every half
 * hour.
 */
export function Sundial() {
  return (
    <svg
      viewBox="0 0 390 282"
      preserveAspectRatio="xMidYMax meet"
      fill="none"
      aria-hidden="true"
      overflow="visible"
    >
      <g stroke="#fff" strokeWidth="1.5">
        <path d="M55 236a140 140 0 0 1 280 0" strokeOpacity=".22" />
        <path
          strokeOpacity=".2"
          strokeLinecap="round"
          d="M43 236L31 236M44.3 216.2L38.4 215.4M48.2 196.7L42.4 195.1M54.6 177.8L49 175.5M63.4 160L58.2 157M74.4 143.5L69.7 139.8M87.5 128.5L79 120M102.5 115.4L98.8 110.7M119 104.4L116 99.2M136.8 95.6L134.5 90M155.7 89.2L154.1 83.4M175.2 85.3L174.4 79.4M195 84L195 72M214.8 85.3L215.6 79.4M234.3 89.2L235.9 83.4M253.2 95.6L255.5 90M271 104.4L274 99.2M287.5 115.4L291.2 110.7M302.5 128.5L311 120M315.6 143.5L320.3 139.8M326.6 160L331.8 157M335.4 177.8L341 175.5M341.8 196.7L347.6 195.1M345.7 216.2L351.6 215.4M347 236L359 236"
        />
        <path d="M-400 236h504M286 236h504" strokeOpacity=".22" />
      </g>
      <circle cx="116" cy="120.5" r="16" fill="#0b0a1a" fillOpacity=".6" />
      <circle cx="116" cy="120.5" r="9" fill="#f6f4ff" />
    </svg>
  )
}
