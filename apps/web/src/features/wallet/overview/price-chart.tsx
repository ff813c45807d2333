import { SPARKLINE_MS, sparklineOf } from '@solstice/rules/sparkline'
import type { Sparkline } from '@solstice/rules/sparkline'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '@solstice/ui/use-now.ts'
import { formatUsd } from '#/features/wallet/amounts.ts'
import { pricePointsQuery } from '#/features/wallet/rates.ts'
import { useTranslation } from '#/lib/i18n.ts'
import text from '#/ui/text.module.css'
import styles from './price-chart.module.css'

const WIDTH = 48
const HEIGHT = 24
/** Half of the line, which would be cut off at the edge. */
const INSET = 1
const HOURS = SPARKLINE_MS / (60 * 60_000)

/** Shows the price of one day as a line, with the same in words for screen readers. */
export function PriceChart({ name, symbol }: { name: string; symbol: string }) {
  const { t } = useTranslation('wallet')
  const { data } = useQuery(pricePointsQuery)
  const nowMs = useNow()
  // Without a reply nothing is known, also not that there are too few prices.
  if (!data) return <span className={styles.chart} />
  const chart = sparklineOf(data.get(symbol) ?? [], nowMs)
  return (
    <span className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
        {chart ? (
          <path d={pathOf(chart)} className={styles.line} />
        ) : (
          <path d={`M${INSET} ${HEIGHT / 2}H${WIDTH - INSET}`} className={styles.none} />
        )}
      </svg>
      <span className={text.unseen}>
        {chart
          ? t('chart.text', {
              name,
              hours: HOURS,
              first: formatUsd(chart.first),
              last: formatUsd(chart.last),
              low: formatUsd(chart.low),
              high: formatUsd(chart.high),
            })
          : t('chart.tooFew', { name })}
      </span>
    </span>
  )
}

function pathOf({ lines }: Pick<Sparkline, 'lines'>): string {
  const width = WIDTH - 2 * INSET
  const height = HEIGHT - 2 * INSET
  const textOf = (value: number) => String(Math.round(value * 10) / 10)
  return lines
    .map((line) =>
      line
        .map(({ x, y }) => `${textOf(INSET + x * width)} ${textOf(INSET + y * height)}`)
        .join('L'),
    )
    .map((line) => `M${line}`)
    .join('')
}
