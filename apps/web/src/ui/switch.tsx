import { classNames } from './class-names.ts'
import styles from './switch.module.css'

type SwitchProps = {
  isOn: boolean
  isBusy?: boolean
  /** What is switched. */
  labelledBy: string
  onChange: () => void
}

/** On or off, at once. */
export function Switch({ isOn, isBusy = false, labelledBy, onChange }: SwitchProps) {
  return (
    <span className={classNames(styles.switch, isBusy && styles.busy)}>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={isOn}
        aria-checked={isOn}
        aria-labelledby={labelledBy}
        aria-busy={isBusy || undefined}
        onChange={onChange}
      />
      <span className={styles.knob} aria-hidden="true" />
    </span>
  )
}
