import { useTranslation } from '#/lib/i18n.ts'
import styles from './shop.module.css'

const BAR = 5
const GAP = 2
const HEIGHT = 24

/** Draws the sales of two weeks as small bars; today is lighter until the day ends. */
export function Spark({ soldByDay }: { soldByDay: readonly number[] }) {
  const { t } = useTranslation('shop')
  const most = Math.max(1, ...soldByDay)
  const width = soldByDay.length * (BAR + GAP)
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={t('soldByDay', { days: soldByDay.join(', ') })}
    >
      {soldByDay.map((sold, day) => {
        const height = Math.max(1, (HEIGHT * sold) / most)
        return (
          <rect
            // The days have no other name than their place.
            key={`day ${day}`}
            x={day * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
            opacity={day === soldByDay.length - 1 ? 0.5 : 1}
          />
        )
      })}
    </svg>
  )
}
