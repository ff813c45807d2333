import { useState } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field } from '#/ui/field.tsx'
import { EffectFailed, EffectProblems, useEffectFacts } from './effect-facts.tsx'
import { changeRewards, useEffectOf } from './live-api.ts'
import type { LiveMission, LivePlan } from './live-plan.ts'

type Wish = Parameters<typeof changeRewards>[1]
type Kind = 'limit' | 'reward' | 'extend'

/** Reads a whole number without a sign; undefined for anything else. */
function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

type NumberDialogProps = {
  seasonId: number
  kind: Kind
  name: string
  /** The present value; an extension has none. */
  before: number | undefined
  isValid: (value: number) => boolean
  wishOf: (value: number) => Wish
  onClose: () => void
}

/** Asks for one number and shows the simulation of the rest of the season before and after it. */
function NumberDialog(props: NumberDialogProps) {
  const { seasonId, kind, name, before, isValid, wishOf, onClose } = props
  const { t } = useTranslation('live')
  const factsOf = useEffectFacts()
  const [typed, setTyped] = useState('')
  const value = wholeNumber(typed)
  const wish = value !== undefined && isValid(value) ? wishOf(value) : undefined
  const query = useEffectOf(seasonId, wish)
  const { data: effect, isPlaceholderData } = query
  const shown = wish ? effect : undefined
  const isPossible = shown !== undefined && !isPlaceholderData && shown.problems.length === 0
  const values = { before: formatNumber(before ?? 0) }
  return (
    <Confirm
      level="C4"
      title={t(`dialogs.${kind}.title`, { name })}
      action={t(`dialogs.${kind}.action`)}
      icon="stamp"
      effect={wish && !query.isError ? factsOf(shown) : []}
      fields={(isChecked) => (
        <>
          <Field
            label={t(`dialogs.${kind}.field`)}
            value={typed}
            onValue={setTyped}
            inputMode="numeric"
            help={t(`dialogs.${kind}.help`, values)}
            problem={isChecked && !wish ? t(`dialogs.${kind}.invalid`, values) : undefined}
          />
          <EffectProblems effect={shown} />
          <EffectFailed query={query} />
        </>
      )}
      isReady={isPossible}
      // The dialog is only confirmed with a valid number.
      run={(confirmed) => changeRewards(seasonId, wish ?? wishOf(0), confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
      }}
      onClose={onClose}
    />
  )
}

type MissionDialogProps = { seasonId: number; mission: LiveMission; onClose: () => void }

export function LimitDialog({ seasonId, mission, onClose }: MissionDialogProps) {
  const { missionId, maxCompletions } = mission
  const before = maxCompletions ?? 0
  return (
    <NumberDialog
      seasonId={seasonId}
      kind="limit"
      name={mission.title[currentLanguage()]}
      before={before}
      isValid={(value) => value > before}
      wishOf={(value) => ({ kind: 'MISSION_LIMIT', missionId, maxCompletions: value })}
      onClose={onClose}
    />
  )
}

export function RewardDialog({ seasonId, mission, onClose }: MissionDialogProps) {
  const { missionId, rewardXp } = mission
  return (
    <NumberDialog
      seasonId={seasonId}
      kind="reward"
      name={mission.title[currentLanguage()]}
      before={rewardXp ?? 0}
      isValid={(value) => value > 0 && value !== rewardXp}
      wishOf={(value) => ({ kind: 'MISSION_REWARD', missionId, rewardXp: value })}
      onClose={onClose}
    />
  )
}

const MAX_DAYS = 180

export function ExtendDialog({
  seasonId,
  plan,
  onClose,
}: {
  seasonId: number
  plan: LivePlan
  onClose: () => void
}) {
  return (
    <NumberDialog
      seasonId={seasonId}
      kind="extend"
      name={plan.title[currentLanguage()]}
      before={undefined}
      isValid={(value) => value >= 1 && value <= MAX_DAYS}
      wishOf={(days) => ({ kind: 'EXTEND', days, endAt: plan.endAt })}
      onClose={onClose}
    />
  )
}
