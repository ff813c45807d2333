import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { STEPS } from '#/features/builder/step-names.ts'
import type { Step } from '#/features/builder/step-names.ts'
import { problemsOf, stateOf } from '#/features/builder/steps.ts'
import styles from './frame.module.css'

const ICONS = { done: 'check', problem: 'alert', empty: 'ring' } as const

/** Lists the steps with their states; they can be opened in any order. */
export function StepList({ current, isPublished }: { current: Step; isPublished: boolean }) {
  const { t } = useTranslation('builder')
  const { seasonId, draft, problems } = useBuilder()
  return (
    <nav className={styles.steps} aria-label={t('stepsTitle')}>
      <ol>
        {STEPS.map((step) => {
          const state = stateOf(step, draft, problems, isPublished)
          const count = problemsOf(step, problems).length
          return (
            <li key={step}>
              <Link
                to="/seasons/$seasonId/edit"
                params={{ seasonId: String(seasonId) }}
                search={{ step }}
                className={styles.step}
                data-current={step === current}
                data-state={state}
              >
                <Icon name={ICONS[state]} />
                <span className={styles.stepName}>{t(`steps.${step}`)}</span>
                <span className={text.unseen}>{t(`states.${state}`)}</span>
                {state === 'problem' && <span className={styles.stepCount}>{count}</span>}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
