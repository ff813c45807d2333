import { useId } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './mission-steps.module.css'

export type MissionStep = {
  name: string
  state: 'done' | 'now' | 'later'
  label: string
  note?: string | undefined
}

/**
 * Lists the steps in order: a filled disc is done, the highlighted one is next, a ring comes later.
 */
export function MissionSteps({ steps }: { steps: readonly MissionStep[] }) {
  const { t } = useTranslation('proof')
  const headingId = useId()
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} className={text.strong}>
          {t('steps.title')}
        </h2>
        <p className={classNames(text.small, text.soft, text.number)}>
          {t('steps.count', { done, all: steps.length })}
        </p>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ name, state, label, note }, at) => (
          <li
            key={name}
            className={classNames(styles.step, styles[state])}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={classNames(text.small, text.strong, styles.node)} aria-hidden="true">
              {state === 'done' ? <Icon name="check" size={16} /> : at + 1}
            </span>
            <span className={styles.text}>
              <span className={classNames(text.strong, state === 'later' && text.soft)}>
                {label}
                <span className={text.unseen}>, {t(`steps.${state}`)}</span>
              </span>
              {note && (
                <span className={classNames(text.small, text.soft, text.number)}>{note}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
