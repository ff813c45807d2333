import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from './icon.tsx'
import text from './text.module.css'
import styles from './amount-field.module.css'

type AmountFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The unit stands before or after the number. */
  unit: { text: string; isBefore?: boolean }
  problem: string | undefined
  /** Shown below the number while there is no problem. */
  note: string
  children?: ReactNode
}

/** Renders one number with its unit, as large as the screen allows. */
export function AmountField(props: AmountFieldProps) {
  const { label, value, onChange, unit, problem, note, children } = props
  const unitText = <span className={classNames(text.display, text.faint)}>{unit.text}</span>
  return (
    <div className={styles.field}>
      <label className={styles.line}>
        <span className={text.unseen}>{label}</span>
        {unit.isBefore && unitText}
        <input
          className={classNames(text.display, styles.input)}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          size={Math.max(1, value.length)}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby="amount-note"
          onChange={(event) => onChange(event.target.value)}
        />
        {!unit.isBefore && unitText}
      </label>
      <div id="amount-note" className={styles.note}>
        {problem ? (
          <p className={styles.problem} role="alert">
            <Icon name="alert" size={16} />
            {problem}
          </p>
        ) : (
          <p className={classNames(text.soft, text.number)}>{note}</p>
        )}
      </div>
      {children}
    </div>
  )
}
