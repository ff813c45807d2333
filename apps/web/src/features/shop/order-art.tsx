import styles from './order-progress.module.css'

/** A star on its way over the horizon: risen when it is credited, set when nothing comes of it. */
export function OrderArt({ isDone, isOver }: { isDone: boolean; isOver: boolean }) {
  const [x, y] = isDone ? [120, 40] : isOver ? [206, 92] : [76, 52]
  return (
    <svg className={styles.art} viewBox="0 0 240 120" fill="none" aria-hidden="true">
      <path
        d="M28 96a92 84 0 0 1 184 0"
        stroke="#fff"
        strokeOpacity=".25"
        strokeWidth="1.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <path
        transform={`translate(${x} ${y})`}
        d="M0-20c2.2 13.7 5.9 17.6 20 20-14.1 2.4-17.8 6.3-20 20-2.2-13.7-5.9-17.6-20-20 14.1-2.4 17.8-6.3 20-20z"
        fill={isOver ? '#6f6a90' : '#ffc06e'}
      />
      <path d="M8 97h224v23H8z" fill="#0b0a1a" fillOpacity=".5" />
      <g stroke="#fff" strokeLinecap="round" strokeWidth="2">
        <path d="M8 97h224" strokeOpacity=".55" />
        <path d="M86 108h68" strokeOpacity=".2" />
      </g>
    </svg>
  )
}
