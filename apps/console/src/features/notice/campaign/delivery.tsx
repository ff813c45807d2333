import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Plot, PlotFrame } from '#/shell/plot.tsx'
import { Panel } from '#/ui/panel.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import type { CampaignDetail } from '#/features/notice/api.ts'
import { hoursOf } from './hours.ts'

/** Shows what became of the devices: in sum, by reason and by hour, with the reads of the notice. */
export function Delivery({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaign')
  const { campaignId, devices, sent, waiting, dropped, switchedOff, heldOut, notice } = campaign
  const steps = [
    [t('devices'), devices, 'violet'],
    [t('sent'), sent, 'teal'],
    [t('waiting'), waiting, 'amber'],
    [t('dropped'), dropped, 'wine'],
    [t('readers'), notice.reads, 'slate'],
  ] as const
  const apart = [
    [t('figures.switchedOff'), switchedOff],
    [t('heldOut'), heldOut],
  ] as const
  return (
    <Panel title={t('delivery')}>
      <PlotFrame
        title={t('devicesAndReads')}
        file={`campaign-${campaignId}`}
        values={{
          columns: [t('step'), t('count')],
          rows: [...steps.map(([name, value]) => [name, value]), ...apart.map((row) => [...row])],
        }}
      >
        <BarList
          bars={steps.map(([label, value, tone]) => ({
            label,
            value,
            tone,
            text: formatNumber(value),
          }))}
        />
      </PlotFrame>
      <p className={text.soft}>
        {t('notSentTo', { off: formatNumber(switchedOff), held: formatNumber(heldOut) })}
      </p>
      <Reasons campaign={campaign} />
      <Hours campaign={campaign} />
    </Panel>
  )
}

function Reasons({ campaign: { campaignId, droppedFor } }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaign')
  if (droppedFor.length === 0) return null
  return (
    <PlotFrame
      title={t('droppedFor')}
      file={`campaign-${campaignId}-dropped`}
      values={{
        columns: [t('reason'), t('devices')],
        rows: droppedFor.map(({ reason, devices }) => [t(`reasons.${reason}`), devices]),
      }}
    >
      <BarList
        tone="wine"
        bars={droppedFor.map(({ reason, devices }) => ({
          label: t(`reasons.${reason}`),
          value: devices,
          text: formatNumber(devices),
        }))}
      />
    </PlotFrame>
  )
}

function Hours({ campaign: { campaignId, hours } }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaign')
  if (hours.length === 0) return <p className={text.soft}>{t('nothingSent')}</p>
  const { axis, sent, dropped, reads } = hoursOf(hours)
  return (
    <Plot
      title={t('byHour')}
      file={`campaign-${campaignId}-hours`}
      axis={{ label: t('hour'), values: axis }}
      series={[
        { label: t('sent'), values: sent, kind: 'bar', tone: 'teal' },
        { label: t('dropped'), values: dropped, kind: 'bar', tone: 'wine' },
        { label: t('readers'), values: reads, kind: 'line', tone: 'violet' },
      ]}
    />
  )
}
