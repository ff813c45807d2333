import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/** The props that connect a control to its label and messages. */
export type ControlProps = {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: string
  error?: string | undefined
  /** Shown below the control while there is no error. */
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error ?? hint)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}

export function FieldNote({
  id,
  error,
  hint,
}: {
  id: string
  error: string | undefined
  hint?: ReactNode
}) {
  if (error) {
    return (
      <p id={id} className={styles.error} role="alert">
        <Icon name="alert" size={16} />
        <span>{error}</span>
      </p>
    )
  }
  if (!hint) return null
  return (
    <div id={id} className={styles.hint}>
      {hint}
    </div>
  )
}
