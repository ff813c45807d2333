import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Plot, PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import type { Statistics } from './period.ts'
import { useDays } from './xp-plots.tsx'
import type { SeasonPlotProps } from './xp-plots.tsx'

export function ParticipantsPlot(props: SeasonPlotProps) {
  const { t } = useTranslation('dashboard')
  const { axis, ofDays, ofPlan, before } = useDays(props)
  return (
    <Plot
      title={t('participantsPerDay')}
      file={`season-${props.season.seasonId}-participants`}
      axis={axis}
      height={240}
      series={[
        {
          label: t('thisSeason'),
          values: ofDays(({ participants }) => participants),
          kind: 'line',
          tone: 'violet',
        },
        {
          label: t('newcomers'),
          values: ofDays(({ newParticipants }) => newParticipants),
          kind: 'line',
          tone: 'teal',
        },
        {
          label: t('plan'),
          values: ofPlan(({ participants }) => participants),
          kind: 'line',
          tone: 'ink',
          dash: 'dashed',
        },
        ...before(({ participants }) => participants),
      ]}
    />
  )
}

export function PushPlot(props: SeasonPlotProps) {
  const { t } = useTranslation('dashboard')
  const { axis, ofDays } = useDays(props)
  return (
    <Plot
      title={t('pushes')}
      file={`season-${props.season.seasonId}-pushes`}
      axis={axis}
      series={[
        {
          label: t('pushSent'),
          values: ofDays((day) => day.pushesSent),
          kind: 'bar',
          tone: 'teal',
        },
        {
          label: t('pushDropped'),
          values: ofDays((day) => day.pushesDropped),
          kind: 'bar',
          tone: 'wine',
        },
      ]}
    />
  )
}

const MOST = 8

export function RefusalsFigure({ season: { seasonId, refusals } }: { season: Statistics }) {
  const { t } = useTranslation('dashboard')
  return (
    <PlotFrame
      title={t('refusals')}
      file={`season-${seasonId}-refusals`}
      values={{
        columns: [t('code'), t('message'), t('refusedToday'), t('refusedInAll')],
        rows: refusals.map(({ code, text: message, today, count }) => [
          String(code),
          message,
          today,
          count,
        ]),
      }}
    >
      {refusals.length === 0 ? (
        <p className={text.soft}>{t('noRefusals')}</p>
      ) : (
        <BarList
          tone="slate"
          bars={refusals.slice(0, MOST).map(({ code, text: message, count, today }) => ({
            label: `${code} ${message}`,
            value: count,
            text: formatNumber(count),
            more: t('todayCount', { count: formatNumber(today) }),
          }))}
        />
      )}
    </PlotFrame>
  )
}
