import { useTranslation } from '#/lib/i18n.ts'
import { Plot } from '#/shell/plot.tsx'
import { useDays } from './xp-plots.tsx'
import type { SeasonPlotProps } from './xp-plots.tsx'

/** Shows tokens that came in, and that left as refunds and rewards. */
export function MoneyPlot(props: SeasonPlotProps) {
  const { t } = useTranslation('dashboard')
  const { axis, ofDays } = useDays(props)
  return (
    <Plot
      title={t('money', { symbol: props.season.symbol })}
      file={`season-${props.season.seasonId}-money`}
      axis={axis}
      series={[
        {
          label: t('moneyIn'),
          values: ofDays(({ income }) => Number(income)),
          kind: 'line',
          tone: 'teal',
        },
        {
          label: t('moneyRefunds'),
          values: ofDays(({ refunded }) => Number(refunded)),
          kind: 'line',
          tone: 'rose',
        },
        {
          label: t('moneyRewards'),
          values: ofDays(({ paid }) => Number(paid)),
          kind: 'line',
          tone: 'wine',
        },
      ]}
    />
  )
}
