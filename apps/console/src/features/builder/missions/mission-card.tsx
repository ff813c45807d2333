import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useId } from 'react'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import fields from '#/features/builder/fields/fields.module.css'
import { ProblemCount } from '#/features/builder/fields/item-panel.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { getIn, moveIn, nameAt, numberAt } from '#/lib/season-draft.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { MissionFields } from './mission-fields.tsx'
import { knownType, missionTypeName } from './mission-type-name.ts'
import { isFixed } from './new-mission.ts'
import styles from './missions.module.css'

type MissionCardProps = { at: number; isOpen: boolean; onToggle: () => void }

/** Shows a mission in one line, and its fields while it is open. */
export function MissionCard({ at, isOpen, onToggle }: MissionCardProps) {
  const { t } = useTranslation('builderParts')
  const { draft } = useBuilder()
  const bodyId = useId()
  const path = `missions.${at}`
  const id = numberAt(draft, `${path}.missionId`)
  const type = getIn(draft, `${path}.type`)
  const reward = numberAt(draft, `${path}.rewardXp`)
  const title = nameAt(draft, `${path}.title`) || t('missions.untitled')
  return (
    <li className={classNames(styles.card, isOpen && styles.open)}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          data-path={path}
          onClick={onToggle}
        >
          <span className={classNames(styles.number, text.faint)}>{id ?? '–'}</span>
          {isFixed(draft, at) && <Icon name="lock" />}
          <b>{title}</b>
          <span className={classNames(text.small, text.faint)}>
            {missionTypeName(String(type))}
          </span>
        </button>
        <ProblemCount path={path} />
        {reward !== undefined && (
          <b className={classNames(text.numbers, text.unbroken)}>{formatNumber(reward)} XP</b>
        )}
      </div>
      {isOpen && (
        <div id={bodyId} className={styles.body}>
          <Tools at={at} title={title} />
          {knownType(type) ? (
            <MissionFields at={at} />
          ) : (
            <p className={text.bad}>{t('missions.unknownType', { type: String(type) })}</p>
          )}
        </div>
      )}
    </li>
  )
}

function Tools({ at, title }: { at: number; title: string }) {
  const { t } = useTranslation('builderParts')
  const { draft, edit, isReadOnly } = useBuilder()
  const { set, remove } = useEdits()
  const path = `missions.${at}`
  const move = (to: number) => edit((latest) => moveIn(latest, 'missions', at, to))
  const isEnabled = getIn(draft, `${path}.enabled`) !== false
  return (
    <div className={styles.tools}>
      <label className={fields.switch}>
        <input
          type="checkbox"
          checked={isEnabled}
          disabled={isReadOnly}
          data-path={`${path}.enabled`}
          onChange={(event) => set(`${path}.enabled`, event.target.checked)}
        />
        {t('missions.on')}
      </label>
      {!isFixed(draft, at) && (
        <>
          <Button size="small" icon="up" disabled={isReadOnly} onClick={() => move(at - 1)}>
            {t('missions.up')}
          </Button>
          <Button size="small" icon="down" disabled={isReadOnly} onClick={() => move(at + 1)}>
            {t('missions.down')}
          </Button>
          <Button
            size="small"
            tone="plain"
            icon="remove"
            disabled={isReadOnly}
            onClick={() =>
              remove('missions', at, {
                removed: t('removed', { name: title }),
                undo: t('common:undo'),
              })
            }
          >
            {t('remove', { name: title })}
          </Button>
        </>
      )}
    </div>
  )
}
