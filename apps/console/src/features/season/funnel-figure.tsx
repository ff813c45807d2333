import { useQuery } from '@tanstack/react-query'
import { statisticsEndpoints } from '@solstice/contract/statistics.endpoints'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import { funnelQuery } from './api.ts'
import type { Statistics } from './period.ts'

export function FunnelFigure({ season: { seasonId } }: { season: Statistics }) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(funnelQuery(seasonId))
  return (
    <Loaded
      query={query}
      endpoint={statisticsEndpoints['statistics.funnel']}
      failed={t('funnelFailed')}
    >
      {({ steps }) => {
        const all = steps[0]?.members ?? 0
        const percent = (members: number) => (all === 0 ? 0 : Math.round((100 * members) / all))
        return (
          <PlotFrame
            title={t('funnel')}
            file={`season-${seasonId}-funnel`}
            values={{
              columns: [t('step'), t('members'), t('percent')],
              rows: steps.map(({ step, members }) => [
                t(`steps.${step}`),
                members,
                percent(members),
              ]),
            }}
          >
            <BarList
              bars={steps.map(({ step, members }) => ({
                label: t(`steps.${step}`),
                value: members,
                text: formatNumber(members),
                more: formatPercent(percent(members)),
              }))}
            />
          </PlotFrame>
        )
      }}
    </Loaded>
  )
}
