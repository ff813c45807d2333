import { useTranslation } from '#/lib/i18n.ts'
import { Plot } from '#/shell/plot.tsx'
import type { PlotSeries } from '#/ui/plot/plot-series.ts'
import type { Day } from './period.ts'
import { useDays } from './xp-plots.tsx'
import type { SeasonPlotProps } from './xp-plots.tsx'

/** Shows tokens that came in, and that left as refunds and rewards. */
export function MoneyPlot(props: SeasonPlotProps) {
  const { t } = useTranslation('dashboard')
  const { axis, ofDays } = useDays(props)
  const { symbol: own, totals } = props.season
  const symbols = [...new Set([own, ...totals.payments.map(({ symbol }) => symbol)])]
  // The names tell the tokens apart only if there are several.
  const named = (label: string, symbol: string) =>
    symbols.length === 1 ? label : `${label} ${symbol}`
  const sum = (side: 'income' | 'returned', symbol: string) => (day: Day) =>
    Number(day.payments.find((each) => each.symbol === symbol)?.[side] ?? 0)
  return (
    <Plot
      title={t('money', { symbol: symbols.join(', ') })}
      file={`season-${props.season.seasonId}-money`}
      axis={axis}
      series={[
        ...symbols.flatMap((symbol): PlotSeries[] => [
          {
            label: named(t('moneyIn'), symbol),
            values: ofDays(sum('income', symbol)),
            kind: 'line',
            tone: symbol === own ? 'teal' : 'slate',
          },
          {
            label: named(t('moneyRefunds'), symbol),
            values: ofDays(sum('returned', symbol)),
            kind: 'line',
            tone: symbol === own ? 'rose' : 'amber',
          },
        ]),
        {
          label: named(t('moneyRewards'), own),
          values: ofDays(({ paid }) => Number(paid)),
          kind: 'line',
          tone: 'wine',
        },
      ]}
    />
  )
}
