import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import styles from './step-list.module.css'
import text from './text.module.css'

export type StepState = 'done' | 'now' | 'later' | 'failed'

export type Step = { name: string; state: StepState; label: string; note?: string | undefined }

type StepListProps = {
  steps: readonly Step[]
  /** What the marks say to who does not see them; nothing while the words are on their way. */
  stateLabels: Readonly<Record<StepState, string>> | undefined
}

/** Where something stands while people wait for it; a step that changes is read out as a whole. */
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
          <span className={styles.words}>
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
