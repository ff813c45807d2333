import { classNames } from './class-names.ts'
import { rowTargetClass } from './rows.tsx'
import styles from './switch.module.css'
import text from './text.module.css'

type SwitchRowProps = {
  label: string
  note?: string | undefined
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

/** A whole row that switches something on and off. */
export function SwitchRow({ label, note, isOn, isDisabled = false, onChange }: SwitchRowProps) {
  return (
    <label className={classNames(rowTargetClass, isDisabled && styles.disabled)}>
      <span className={styles.grow}>
        <span className={text.strong}>{label}</span>
        {note && <span className={classNames(text.small, text.soft)}>{note}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={classNames(text.unseen, styles.input)}
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
    </label>
  )
}
