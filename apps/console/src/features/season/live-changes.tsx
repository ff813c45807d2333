import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { seasonQuery } from '#/shell/season/season-queries.ts'
import type { SeasonShown } from '#/shell/season/season-queries.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { EVERY_MS } from './api.ts'
import { isLive, livePlan } from './live/live-plan.ts'
import type { Product } from './live/live-api.ts'
import type { LiveMission } from './live/live-plan.ts'
import styles from './live/live.module.css'
import { OddsDialog } from './live/odds-dialog.tsx'
import { ExtendDialog, LimitDialog, RewardDialog } from './live/reward-dialogs.tsx'
import { SaleDialog } from './live/sale-dialog.tsx'
import { SaleTable } from './live/sale-table.tsx'
import { PauseDialog, SwitchDialog } from './live/switch-dialogs.tsx'
import { TextsDialog } from './live/texts-dialog.tsx'

type Asked =
  | { kind: 'off' | 'on' | 'limit' | 'reward'; missionId: number }
  | { kind: 'sale'; product: Product }
  | { kind: 'pause' | 'resume' | 'texts' | 'odds' | 'extend' }

/** Changes a published season: at once, with a second person, or never, with the reason. */
export function LiveChanges({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('live')
  const query = useQuery({ ...seasonQuery(seasonId), refetchInterval: EVERY_MS })
  return (
    <Loaded query={query} endpoint={seasonDraftEndpoints['seasonPlan.show']} failed={t('failed')}>
      {(shown) =>
        isLive(shown.season) ? (
          <Changes seasonId={seasonId} shown={shown} />
        ) : (
          <Panel title={t('title')}>
            <p className={text.soft}>{t('notLive')}</p>
          </Panel>
        )
      }
    </Loaded>
  )
}

function Changes({ seasonId, shown }: { seasonId: number; shown: SeasonShown }) {
  const { t } = useTranslation('live')
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const plan = livePlan(shown)
  const { paused } = shown.season
  const close = () => setAsked(undefined)
  return (
    <>
      <Panel title={t('title')}>
        {paused && (
          <Note tone="warn" isLive>
            {t('paused')}
          </Note>
        )}
        <div className={styles.actions}>
          {may('seasonPlan.changeLive') && (
            <>
              <Button
                tone={paused ? 'primary' : 'risk'}
                onClick={() => setAsked({ kind: paused ? 'resume' : 'pause' })}
              >
                {t(paused ? 'resume' : 'pause')}
              </Button>
              <Button onClick={() => setAsked({ kind: 'texts' })}>{t('texts')}</Button>
            </>
          )}
          {may('seasonPlan.changeOdds') && (
            <Button onClick={() => setAsked({ kind: 'odds' })}>{t('odds')}</Button>
          )}
          {may('seasonPlan.reviseLive') && (
            <Button onClick={() => setAsked({ kind: 'extend' })}>{t('extend')}</Button>
          )}
        </div>
      </Panel>
      <Panel title={t('missions')} isFlush>
        <MissionTable missions={plan.missions} onAsk={setAsked} />
      </Panel>
      <SaleTable seasonId={seasonId} onAsk={(product) => setAsked({ kind: 'sale', product })} />
      <Panel title={t('never.title')}>
        <p>{t('never.intro')}</p>
        <ul className={styles.never}>
          <li>{t('never.pools')}</li>
          <li>{t('never.thresholds')}</li>
          <li>{t('never.dates')}</li>
          <li>{t('never.end')}</li>
        </ul>
      </Panel>
      {asked && <AskedDialog seasonId={seasonId} shown={shown} asked={asked} onClose={close} />}
    </>
  )
}

type MissionTableProps = {
  missions: readonly LiveMission[]
  onAsk: (asked: Asked) => void
}

function MissionTable({ missions, onAsk }: MissionTableProps) {
  const { t } = useTranslation('live')
  return (
    <Table
      label={t('missions')}
      columns={[
        t('mission'),
        t('state'),
        { right: t('reward') },
        { right: t('limit') },
        { unseen: t('actions') },
      ]}
    >
      {missions.map((mission) => (
        <MissionRow key={mission.missionId} mission={mission} onAsk={onAsk} />
      ))}
    </Table>
  )
}

function MissionRow({
  mission,
  onAsk,
}: {
  mission: LiveMission
  onAsk: MissionTableProps['onAsk']
}) {
  const { t } = useTranslation('live')
  const may = useMay()
  const { missionId, enabled, rewardXp, maxCompletions } = mission
  const name = mission.title[currentLanguage()]
  return (
    <tr>
      <td>{name}</td>
      <td>
        <Badge tone={enabled ? 'ok' : 'warn'}>{t(enabled ? 'on' : 'off')}</Badge>
      </td>
      <td className={table.right}>
        {rewardXp === null ? t('variable') : `${formatNumber(rewardXp)} XP`}
      </td>
      <td className={table.right}>
        {maxCompletions === null ? t('noLimit') : formatNumber(maxCompletions)}
      </td>
      <td>
        <div className={table.actions}>
          {may('seasonPlan.changeLive') && (
            <Button
              size="small"
              tone={enabled ? 'risk' : 'normal'}
              aria-label={t(enabled ? 'switchOffOf' : 'switchOnOf', { name })}
              onClick={() => onAsk({ kind: enabled ? 'off' : 'on', missionId })}
            >
              {t(enabled ? 'switchOff' : 'switchOn')}
            </Button>
          )}
          {may('seasonPlan.reviseLive') && rewardXp !== null && (
            <Button
              size="small"
              aria-label={t('changeRewardOf', { name })}
              onClick={() => onAsk({ kind: 'reward', missionId })}
            >
              {t('changeReward')}
            </Button>
          )}
          {may('seasonPlan.reviseLive') && maxCompletions !== null && (
            <Button
              size="small"
              aria-label={t('raiseLimitOf', { name })}
              onClick={() => onAsk({ kind: 'limit', missionId })}
            >
              {t('raiseLimit')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

type AskedDialogProps = {
  seasonId: number
  shown: SeasonShown
  asked: Asked
  onClose: () => void
}

function AskedDialog({ seasonId, shown, asked, onClose }: AskedDialogProps) {
  const plan = livePlan(shown)
  const about = { seasonId, onClose }
  switch (asked.kind) {
    case 'pause':
    case 'resume':
      return <PauseDialog {...about} plan={plan} kind={asked.kind} />
    case 'texts':
      return <TextsDialog {...about} plan={plan} />
    case 'odds':
      return <OddsDialog {...about} plan={plan} />
    case 'extend':
      return <ExtendDialog {...about} plan={plan} />
    case 'sale':
      return <SaleDialog {...about} product={asked.product} />
    case 'off':
    case 'on':
    case 'limit':
    case 'reward': {
      const mission = plan.missions.find(({ missionId }) => missionId === asked.missionId)
      if (!mission) return null
      if (asked.kind === 'limit') return <LimitDialog {...about} mission={mission} />
      if (asked.kind === 'reward') return <RewardDialog {...about} mission={mission} />
      return <SwitchDialog {...about} mission={mission} kind={asked.kind} />
    }
  }
}
