import { useState } from 'react'
import { MISSION_TYPES, rulesOf } from '@solstice/rules/missions/registry'
import type { MissionType } from '@solstice/rules/missions/registry'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt, numberAt } from '#/lib/season-draft.ts'
import { Button } from '#/ui/button.tsx'
import { SelectField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { MissionCard } from './mission-card.tsx'
import { missionTypeName } from './mission-type-name.ts'
import { isFixed, newMission } from './new-mission.ts'
import styles from './missions.module.css'

/** Types without parts of their own exist once, with a fixed number. */
const ADDABLE = MISSION_TYPES.filter((type) => rulesOf(type).plan.allowedParts.length > 0)

/** Edits the missions: first those that every season has, then all others in their order. */
export function MissionsStep() {
  const { t } = useTranslation('builderParts')
  const { draft, target } = useBuilder()
  const positions = listAt(draft, 'missions').map((_, at) => at)
  const idAt = (at: number) => numberAt(draft, `missions.${at}.missionId`)
  /** The position of a mission changes when it is moved, its number does not. */
  const keyAt = (at: number) => {
    const id = idAt(at)
    // A draft from a file may lack a number, or have it twice.
    const isOwn = id !== undefined && positions.findIndex((each) => idAt(each) === id) === at
    return isOwn ? keyOf(id) : `position ${at}`
  }
  const targetKey = () => {
    const at = positionOf(target?.path)
    return at === undefined ? undefined : keyAt(at)
  }
  const [open, setOpen] = useState(targetKey)
  const [seenTarget, setSeenTarget] = useState(target)
  if (target !== seenTarget) {
    // A jump opens the mission of its field.
    setSeenTarget(target)
    const key = targetKey()
    if (key !== undefined) setOpen(key)
  }
  const fixed = positions.filter((at) => isFixed(draft, at))
  const others = positions.filter((at) => !isFixed(draft, at))
  const card = (at: number) => {
    const key = keyAt(at)
    const isOpen = open === key
    return (
      <MissionCard
        key={key}
        at={at}
        isOpen={isOpen}
        onToggle={() => setOpen(isOpen ? undefined : key)}
      />
    )
  }
  return (
    <>
      {fixed.length > 0 && (
        <Panel isFlush title={t('missions.fixed')}>
          <p className={`${styles.reason} ${text.soft}`}>{t('missions.fixedWhy')}</p>
          <ul>{fixed.map(card)}</ul>
        </Panel>
      )}
      <Panel isFlush title={t('missions.others')}>
        {others.length === 0 && (
          <p className={`${styles.reason} ${text.soft}`}>{t('missions.none')}</p>
        )}
        <ul>{others.map(card)}</ul>
        <AddMission onAdded={(missionId) => setOpen(keyOf(missionId))} />
      </Panel>
    </>
  )
}

const keyOf = (missionId: number) => `mission ${missionId}`

/** Returns the position of the mission that a path is in. */
function positionOf(path = ''): number | undefined {
  const at = /^missions\.(\d+)/.exec(path)?.[1]
  return at === undefined ? undefined : Number(at)
}

function AddMission({ onAdded }: { onAdded: (missionId: number) => void }) {
  const { t } = useTranslation('builderParts')
  const { isReadOnly, highestNumber } = useBuilder()
  const { add } = useEdits()
  const [type, setType] = useState<MissionType | undefined>(ADDABLE[0])
  if (!type) return null
  return (
    <div className={styles.add}>
      <SelectField
        label={t('missions.newType')}
        value={type}
        options={ADDABLE.map((each) => [each, missionTypeName(each)])}
        onValue={setType}
      />
      <Button
        icon="plus"
        disabled={isReadOnly}
        onClick={() => {
          const missionId = nextId(highestNumber('missions'))
          add('missions', newMission(type, missionId))
          onAdded(missionId)
        }}
      >
        {t('missions.add')}
      </Button>
    </div>
  )
}

/** Numbers are never used twice in a season, because deep links lead to them. */
function nextId(highest: number): number {
  const fixed = MISSION_TYPES.map((type) => rulesOf(type).plan.fixedId ?? 0)
  return Math.max(highest, ...fixed) + 1
}
