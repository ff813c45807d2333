import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

type FieldProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'id' | 'onChange' | 'value'
> & {
  label: string
  value: string
  onValue: (value: string) => void
  help?: ReactNode
  problem?: string | undefined
}

/** Renders an input with its label above, and help or a problem below. */
export function Field({ label, value, onValue, help, problem, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem || help ? `${id}-note` : undefined}
      />
      <FieldNote id={`${id}-note`} help={help} problem={problem} />
    </div>
  )
}

type TextAreaProps = {
  label: string
  value: string
  onValue: (value: string) => void
  maxLength?: number
  help?: ReactNode
  problem?: string | undefined
}

/** Renders a field for several lines. */
export function TextAreaField({ label, value, onValue, help, problem, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        className={styles.input}
        rows={4}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem || help ? `${id}-note` : undefined}
      />
      <FieldNote id={`${id}-note`} help={help} problem={problem} />
    </div>
  )
}

type SelectProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onValue: (value: Value) => void
  help?: ReactNode
  problem?: string | undefined
}

export function SelectField<Value extends string>({
  label,
  value,
  options,
  onValue,
  help,
  problem,
}: SelectProps<Value>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.select}>
        <select
          id={id}
          className={styles.input}
          value={value}
          // The options are the only possible values.
          onChange={(event) => onValue(event.target.value as Value)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem || help ? `${id}-note` : undefined}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
      <FieldNote id={`${id}-note`} help={help} problem={problem} />
    </div>
  )
}

function FieldNote({
  id,
  help,
  problem,
}: {
  id: string
  help?: ReactNode
  problem?: string | undefined
}) {
  if (problem) {
    return (
      <p id={id} className={styles.problem} role="alert">
        <Icon name="alert" />
        {problem}
      </p>
    )
  }
  return help ? (
    <p id={id} className={styles.help}>
      {help}
    </p>
  ) : null
}
