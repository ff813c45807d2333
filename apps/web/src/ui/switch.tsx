import { classNames } from './class-names.ts'
import styles from './switch.module.css'
import text from './text.module.css'

type SwitchProps = {
  isOn: boolean
  isBusy?: boolean
  /** What is switched, where no label stands around it. */
  labelledBy?: string
  onChange: (isOn: boolean) => void
}

/** On or off, at once. */
export function Switch({ isOn, isBusy = false, labelledBy, onChange }: SwitchProps) {
  return (
    <span className={classNames(styles.switch, isBusy && styles.faint)}>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={isOn}
        aria-checked={isOn}
        aria-labelledby={labelledBy}
        aria-busy={isBusy || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.knob} aria-hidden="true" />
    </span>
  )
}

type LabelledSwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A switch with its words; both are one target. */
export function LabelledSwitch({ label, isOn, onChange }: LabelledSwitchProps) {
  return (
    <label className={styles.labelled}>
      <span className={classNames(text.small, text.soft)}>{label}</span>
      <Switch isOn={isOn} onChange={onChange} />
    </label>
  )
}
