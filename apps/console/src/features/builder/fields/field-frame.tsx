import { useId } from 'react'
import type { ReactNode } from 'react'
import { useBuilder, useProblemsAt } from '#/features/builder/builder-context.ts'
import { useProblemText } from '#/shell/season/problem-text.ts'
import field from '#/ui/field.module.css'
import { Icon } from '#/ui/icon.tsx'
import styles from './fields.module.css'

/** The attributes that a control shares with its label and its note. */
export type ControlProps = {
  id: string
  className: string | undefined
  'data-path': string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  disabled: boolean
}

type FieldFrameProps = {
  path: string
  label: string
  help?: ReactNode
  counter?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Renders the label of a field above it, and its first problem or help below. */
export function FieldFrame({ path, label, help, counter, children }: FieldFrameProps) {
  const id = useId()
  const [problem] = useProblemsAt(path)
  const problemText = useProblemText()
  const { isReadOnly } = useBuilder()
  const hasNote = problem !== undefined || help !== undefined
  return (
    <div className={field.field}>
      <div className={styles.head}>
        <label className={field.label} htmlFor={id}>
          {label}
        </label>
        {counter && <span className={styles.counter}>{counter}</span>}
      </div>
      {children({
        id,
        className: field.input,
        'data-path': path,
        'aria-invalid': problem !== undefined,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
        disabled: isReadOnly,
      })}
      {problem ? (
        <p id={`${id}-note`} className={field.problem}>
          <Icon name="alert" />
          {problemText(problem)}
        </p>
      ) : (
        help !== undefined && (
          <p id={`${id}-note`} className={field.help}>
            {help}
          </p>
        )
      )}
    </div>
  )
}
