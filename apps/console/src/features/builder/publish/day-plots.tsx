import { useState } from 'react'
import type { XpSource } from '@solstice/rules/missions/mission-rules'
import type { SeasonBudget } from '@solstice/rules/season-plan'
import type { SeasonSimulation } from '@solstice/rules/season-simulation'
import { useTranslation } from '#/lib/i18n.ts'
import { Plot } from '#/shell/plot.tsx'
import { Choice } from '#/ui/choice.tsx'
import type { PlotSeries, PlotTone } from '#/ui/plot/plot-series.ts'
import { runningSums } from './running-sums.ts'

const SOURCES: readonly (readonly [XpSource, PlotTone])[] = [
  ['spin', 'violet'],
  ['checkIn', 'amber'],
  ['mission', 'teal'],
  ['invite', 'rose'],
  ['product', 'wine'],
]

type DayPlotsProps = { simulation: SeasonSimulation; budget: SeasonBudget }

/** Plots XP by source and tickets over the days, as running sums beside the budget or per day. */
export function DayPlots({ simulation: { daily }, budget }: DayPlotsProps) {
  const { t } = useTranslation('publish')
  const [mode, setMode] = useState<'sum' | 'day'>('sum')
  const isSum = mode === 'sum'
  const axis = { label: t('plots.day'), values: daily.map(({ day }) => day) }
  const valuesOf = (values: readonly number[]) => (isSum ? runningSums(values) : values)
  const limit = (value: number): PlotSeries[] =>
    isSum
      ? [
          {
            label: t('plots.budget'),
            values: daily.map(() => value),
            kind: 'line',
            tone: 'ink',
            dash: 'dashed',
          },
        ]
      : []
  const kind: PlotSeries['kind'] = isSum ? 'area' : 'bar'
  const sources = SOURCES.filter(([source]) => daily.some(({ bySource }) => bySource[source] > 0))
  return (
    <>
      <Plot
        title={t('plots.xp')}
        file="xp-by-source"
        axis={axis}
        beside={
          <Choice
            look="segments"
            label={t('plots.mode')}
            value={mode}
            options={[
              ['sum', t('plots.sum')],
              ['day', t('plots.perDay')],
            ]}
            onValue={setMode}
          />
        }
        series={[
          ...sources.map(([source, tone]) => ({
            label: t(`sources.${source}`),
            values: valuesOf(daily.map(({ bySource }) => bySource[source])),
            kind,
            tone,
          })),
          ...limit(budget.xp),
        ]}
      />
      <Plot
        title={t('plots.tickets')}
        file="tickets"
        axis={axis}
        series={[
          {
            label: t('plots.given'),
            values: valuesOf(daily.map(({ tickets }) => tickets)),
            kind,
            tone: 'violet',
          },
          {
            label: t('plots.used'),
            values: valuesOf(daily.map(({ ticketsUsed }) => ticketsUsed)),
            kind: 'line',
            tone: 'amber',
          },
          ...limit(budget.tickets),
        ]}
      />
    </>
  )
}
