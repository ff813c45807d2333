import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { EffectProblems, useEffectFacts } from './effect-facts.tsx'
import { changeAtOnce, useEffectOf } from './live-api.ts'
import type { LiveMission, LivePlan } from './live-plan.ts'

type DialogProps = { seasonId: number; onClose: () => void }

/** Switches a mission off or on at once. */
export function SwitchDialog({
  seasonId,
  mission,
  onClose,
}: DialogProps & { mission: LiveMission }) {
  const { t } = useTranslation('live')
  const factsOf = useEffectFacts()
  const { missionId, enabled } = mission
  const name = mission.title[currentLanguage()]
  const kind = enabled ? ('off' as const) : ('on' as const)
  const change = {
    kind: enabled ? ('MISSION_OFF' as const) : ('MISSION_ON' as const),
    missionId,
  }
  const { data: effect } = useEffectOf(seasonId, change)
  return (
    <Confirm
      level={enabled ? 'C2' : 'C1'}
      title={t(`dialogs.${kind}.title`, { name })}
      action={t(`dialogs.${kind}.action`, { name })}
      isDanger={enabled}
      effect={factsOf(effect)}
      note={t(`dialogs.${kind}.note`)}
      fields={() => <EffectProblems effect={effect} />}
      isReady={!effect || effect.problems.length === 0}
      run={(confirmed) => changeAtOnce(seasonId, change, confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
      }}
      onClose={onClose}
    />
  )
}

/** Pauses earning for all members, or ends the pause. */
export function PauseDialog({
  seasonId,
  plan,
  isPaused,
  onClose,
}: DialogProps & { plan: LivePlan; isPaused: boolean }) {
  const { t } = useTranslation('live')
  const factsOf = useEffectFacts()
  const name = plan.title[currentLanguage()]
  const kind = isPaused ? ('resume' as const) : ('pause' as const)
  const change = { kind: isPaused ? ('RESUME' as const) : ('PAUSE' as const) }
  const { data: effect } = useEffectOf(seasonId, change)
  return (
    <Confirm
      level={isPaused ? 'C1' : 'C2'}
      title={t(`dialogs.${kind}.title`, { name })}
      action={t(`dialogs.${kind}.action`)}
      isDanger={!isPaused}
      effect={factsOf(effect)}
      note={t(`dialogs.${kind}.note`)}
      {...(!isPaused && {
        typed: { label: t('dialogs.pause.typed', { name }), expected: name },
      })}
      run={(confirmed) => changeAtOnce(seasonId, change, confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
      }}
      onClose={onClose}
    />
  )
}
