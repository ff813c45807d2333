import { classNames } from '@solstice/ui/class-names.ts'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import { CONFIRMABLE } from '@solstice/rules/season-gate'
import type { GateItem } from '@solstice/rules/season-gate'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import type { IconName } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { gateText, pathOfGate } from './gate-text.ts'
import styles from './publish.module.css'

export type Confirmable = (typeof CONFIRMABLE)[number]

type GateListProps = {
  gate: readonly GateItem[]
  problems: readonly PlanProblem[]
  confirmed: readonly Confirmable[]
  onConfirmed: (confirmed: readonly Confirmable[]) => void
  onJump: (path: string) => void
}

const ICONS: Record<GateItem['state'], IconName> = { OK: 'check', WARN: 'alert', FAIL: 'stop' }

/** Lists the conditions of publishing. A failed one leads to its field, a warning is confirmed. */
export function GateList({ gate, problems, confirmed, onConfirmed, onJump }: GateListProps) {
  const { t } = useTranslation('publish')
  return (
    <ul className={styles.gate} aria-label={t('gate.title')}>
      {gate.map((item) => {
        const { title, detail } = gateText(item, t)
        const path = item.state === 'OK' ? undefined : pathOfGate(item, problems)
        const confirmable = CONFIRMABLE.find((key) => key === item.key)
        return (
          <li key={item.key} data-state={item.state}>
            <span className={styles.gateIcon}>
              <Icon name={ICONS[item.state]} />
              <span className={text.unseen}>{t(`gate.states.${item.state}`)}</span>
            </span>
            <span className={styles.gateText}>
              {path === undefined ? (
                <b>{title}</b>
              ) : (
                <button type="button" className={styles.jump} onClick={() => onJump(path)}>
                  {title}
                </button>
              )}
              <span className={classNames(text.small, text.faint)}>{detail}</span>
              {item.state === 'WARN' && confirmable && (
                <label className={styles.confirm}>
                  <input
                    type="checkbox"
                    checked={confirmed.includes(confirmable)}
                    onChange={(event) =>
                      onConfirmed(
                        event.target.checked
                          ? [...confirmed, confirmable]
                          : confirmed.filter((key) => key !== confirmable),
                      )
                    }
                  />
                  {t(`gate.confirm.${confirmable}`)}
                </label>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
