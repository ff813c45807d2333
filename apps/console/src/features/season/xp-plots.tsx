import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Plot } from '#/shell/plot.tsx'
import type { PlotSeries, PlotTone } from '#/ui/plot/plot-series.ts'
import { daysOf, runningSums, valuesOf } from './period.ts'
import type { Day, Period, Statistics } from './period.ts'

export type SeasonPlotProps = { season: Statistics; period: Period }

/** Returns the days of a period for the axis, and how to read values of rows for them. */
export function useDays({ season, period }: SeasonPlotProps) {
  const { t } = useTranslation('dashboard')
  const span = daysOf(season, period)
  const values = Array.from({ length: span.last - span.first + 1 }, (_, at) => span.first + at)
  return {
    axis: { label: t('dayAxis'), values },
    ofDays: (of: (day: Day) => number) => valuesOf(season.days, span, of),
    ofPlan: (of: (day: Statistics['plan'][number]) => number) => valuesOf(season.plan, span, of),
    /** The lines of the season before, if there was one. */
    before: (
      of: (day: NonNullable<Statistics['previous']>['days'][number]) => number,
    ): PlotSeries[] =>
      season.previous === null
        ? []
        : [
            {
              label: season.previous.title[currentLanguage()],
              values: valuesOf(season.previous.days, span, of),
              kind: 'line',
              tone: 'faint',
              dash: 'dotted',
            },
          ],
  }
}

const SOURCES: readonly [keyof Day['xp'], PlotTone][] = [
  ['spin', 'violet'],
  ['checkIn', 'amber'],
  ['mission', 'teal'],
  ['product', 'rose'],
  ['invite', 'wine'],
  ['other', 'slate'],
]

export function XpPlot(props: SeasonPlotProps) {
  const { t } = useTranslation('dashboard')
  const { axis, ofDays, ofPlan, before } = useDays(props)
  return (
    <Plot
      title={t('xpPerDay')}
      file={`season-${props.season.seasonId}-xp`}
      axis={axis}
      height={240}
      series={[
        ...SOURCES.map(([source, tone]): PlotSeries => ({
          label: t(`sources.${source}`),
          values: ofDays(({ xp }) => xp[source]),
          kind: 'bar',
          tone,
        })),
        {
          label: t('plan'),
          values: ofPlan(({ xp }) => xp),
          kind: 'line',
          tone: 'ink',
          dash: 'dashed',
        },
        ...before(({ xpMade }) => xpMade),
      ]}
    />
  )
}

export function HeldPlot(props: SeasonPlotProps) {
  const { t } = useTranslation('dashboard')
  const { axis, ofDays } = useDays(props)
  const sums = runningSums(props.season.days)
  const line = (label: string, tone: PlotTone, of: (day: Day) => number): PlotSeries => ({
    label,
    values: ofDays(of),
    kind: 'line',
    tone,
  })
  return (
    <Plot
      title={t('xpHeld')}
      file={`season-${props.season.seasonId}-xp-held`}
      axis={axis}
      series={[
        line(t('made'), 'violet', ({ day }) => sums.get(day)?.made ?? 0),
        line(t('held'), 'teal', ({ xpHeld }) => xpHeld),
        line(t('spent'), 'wine', ({ day }) => sums.get(day)?.spent ?? 0),
      ]}
    />
  )
}

export function TicketsPlot(props: SeasonPlotProps) {
  const { t } = useTranslation('dashboard')
  const { axis, ofDays, ofPlan, before } = useDays(props)
  return (
    <Plot
      title={t('tickets')}
      file={`season-${props.season.seasonId}-tickets`}
      axis={axis}
      series={[
        {
          label: t('ticketsMade'),
          values: ofDays((day) => day.ticketsMade),
          kind: 'line',
          tone: 'violet',
        },
        {
          label: t('ticketsUsed'),
          values: ofDays((day) => day.ticketsUsed),
          kind: 'line',
          tone: 'wine',
        },
        {
          label: t('plan'),
          values: ofPlan(({ tickets }) => tickets),
          kind: 'line',
          tone: 'ink',
          dash: 'dashed',
        },
        ...before(({ ticketsMade }) => ticketsMade),
      ]}
    />
  )
}
