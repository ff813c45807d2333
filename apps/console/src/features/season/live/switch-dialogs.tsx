import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { EffectProblems, useEffectFacts } from './effect-facts.tsx'
import { changeAtOnce, useEffectOf } from './live-api.ts'
import type { LiveMission, LivePlan } from './live-plan.ts'

type DialogProps = { seasonId: number; onClose: () => void }

/** Switches a mission off or on at once. The kind stays when somebody else switches it meanwhile. */
export function SwitchDialog({
  seasonId,
  mission,
  kind,
  onClose,
}: DialogProps & { mission: LiveMission; kind: 'off' | 'on' }) {
  const { t } = useTranslation('live')
  const factsOf = useEffectFacts()
  const { missionId } = mission
  const isOff = kind === 'off'
  const name = mission.title[currentLanguage()]
  const change = {
    kind: isOff ? ('MISSION_OFF' as const) : ('MISSION_ON' as const),
    missionId,
  }
  const { data: effect } = useEffectOf(seasonId, change)
  return (
    <Confirm
      level={isOff ? 'C2' : 'C1'}
      title={t(`dialogs.${kind}.title`, { name })}
      action={t(`dialogs.${kind}.action`, { name })}
      isDanger={isOff}
      effect={factsOf(effect)}
      note={t(`dialogs.${kind}.note`)}
      fields={() => <EffectProblems effect={effect} />}
      {...(isOff && { typed: { label: t('dialogs.off.typed', { name }), expected: name } })}
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

/** Pauses earning for all members, or ends the pause. The kind stays as it was asked. */
export function PauseDialog({
  seasonId,
  plan,
  kind,
  onClose,
}: DialogProps & { plan: LivePlan; kind: 'pause' | 'resume' }) {
  const { t } = useTranslation('live')
  const factsOf = useEffectFacts()
  const name = plan.title[currentLanguage()]
  const isPause = kind === 'pause'
  const change = { kind: isPause ? ('PAUSE' as const) : ('RESUME' as const) }
  const { data: effect } = useEffectOf(seasonId, change)
  return (
    <Confirm
      level={isPause ? 'C2' : 'C1'}
      title={t(`dialogs.${kind}.title`, { name })}
      action={t(`dialogs.${kind}.action`)}
      isDanger={isPause}
      effect={factsOf(effect)}
      note={t(`dialogs.${kind}.note`)}
      {...(isPause && {
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
