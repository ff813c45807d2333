/** Renders the mark of the product in the colour of the text. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-4 0 56 52" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="3.5" strokeLinecap="round">
        <path d="M4 27.5a20 20 0 0 1 40 0" strokeOpacity=".5" />
        <path d="M0 31.5h48M13.5 38.5h21M19 45h10" />
        <path d="M12.5 31.5a11.5 11.5 0 0 1 23 0z" fill="currentColor" stroke="none" />
      </g>
    </svg>
  )
}
