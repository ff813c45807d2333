import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import styles from './step-list.module.css'
import text from './text.module.css'

export type StepState = 'done' | 'now' | 'later' | 'failed'

export type Step = { name: string; state: StepState; label: string; note?: string | undefined }

type StepListProps = {
  steps: readonly Step[]
  /** Labels of the marks for screen readers; undefined while the texts are loading. */
  stateLabels: Readonly<Record<StepState, string>> | undefined
}

/**
 * Renders the progress of a process while members wait; screen readers announce a changed step
 * completely.
 */
export function StepList({ steps, stateLabels }: StepListProps) {
  return (
    <ol className={styles.steps} aria-live="polite">
      {steps.map(({ name, state, label, note }) => (
        <li
          key={name}
          className={classNames(styles.step, state === 'later' && text.faint)}
          aria-atomic="true"
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span
            className={classNames(styles.mark, state !== 'later' && styles[state])}
            data-state={state}
          >
            {state === 'done' && <Icon name="check" size={16} />}
            {state === 'now' && <Spinner size={24} />}
            {state === 'failed' && <Icon name="alert" size={20} />}
          </span>
          <span className={styles.text}>
            <span className={state === 'now' || state === 'failed' ? text.strong : undefined}>
              {label}
            </span>
            {stateLabels && <span className={text.unseen}>, {stateLabels[state]}</span>}
            {note && <span className={classNames(text.small, text.soft)}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
