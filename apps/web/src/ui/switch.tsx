import { classNames } from './class-names.ts'
import styles from './switch.module.css'
import text from './text.module.css'

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A switch with its words; both are one target. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <span className={classNames(text.small, text.soft)}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.track} aria-hidden="true" />
    </label>
  )
}
