import { effectOf, verdictOf } from '@solstice/rules/hold-out'
import type { GroupResult } from '@solstice/rules/hold-out'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { Badge } from '#/ui/badge.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import type { CampaignDetail } from '#/features/notice/api.ts'

const VERDICTS = { MORE: 'ok', LESS: 'bad', UNCLEAR: 'plain' } as const

/** Compares the members who got the push with those who were held out. */
export function EffectPanel({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaign')
  const { effect, holdOutPercent } = campaign
  if (effect === null) {
    return (
      <Panel title={t('effect')}>
        <p className={text.soft}>{t('notMeasured', { percent: holdOutPercent })}</p>
      </Panel>
    )
  }
  return (
    <Panel title={t('effect')}>
      <p className={text.soft}>
        {t('measured', { days: effect.days, time: formatYearMinute(effect.measuredAt) })}
      </p>
      <Table
        label={t('effect')}
        columns={[
          t('action'),
          { right: t('reachedShare') },
          { right: t('heldOutShare') },
          { right: t('difference') },
          t('verdict'),
        ]}
      >
        {effect.measures.map(({ name, reached, heldOut }) => (
          <tr key={name}>
            <th scope="row">{t(`measures.${name}`)}</th>
            <td className={table.right}>
              <Share result={reached} />
            </td>
            <td className={table.right}>
              <Share result={heldOut} />
            </td>
            <Difference reached={reached} heldOut={heldOut} />
          </tr>
        ))}
      </Table>
      <p className={text.soft}>{t('interval')}</p>
    </Panel>
  )
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const points = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`

function Share({ result: { members, acted } }: { result: GroupResult }) {
  const { t } = useTranslation('campaign')
  if (members === 0) return '–'
  const counts = { acted: formatNumber(acted), members: formatNumber(members) }
  return (
    <>
      <b>{percent(acted / members)}</b>
      <br />
      <span className={text.small}>{t('ofMembers', counts)}</span>
    </>
  )
}

function Difference({ reached, heldOut }: { reached: GroupResult; heldOut: GroupResult }) {
  const { t } = useTranslation('campaign')
  const effect = effectOf(reached, heldOut)
  if (!effect) {
    return (
      <>
        <td className={table.right}>–</td>
        <td>{t('verdicts.NONE')}</td>
      </>
    )
  }
  const verdict = verdictOf(effect)
  const range = { low: points(effect.low), high: points(effect.high) }
  return (
    <>
      <td className={table.right}>
        <b>{t('points', { value: points(effect.difference) })}</b>
        <br />
        <span className={text.small}>{t('range', range)}</span>
      </td>
      <td>
        <Badge tone={VERDICTS[verdict]}>{t(`verdicts.${verdict}`)}</Badge>
      </td>
    </>
  )
}
