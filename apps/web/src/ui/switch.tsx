import { classNames } from '@solstice/ui/class-names.ts'
import { rowTargetClass } from './rows.tsx'
import styles from './switch.module.css'
import text from './text.module.css'

type SwitchProps = {
  isOn: boolean
  isBusy?: boolean
  isDisabled?: boolean
  /** The id of the label, when no label element wraps the switch. */
  labelledBy?: string
  onChange: (isOn: boolean) => void
}

/** Renders a switch that takes effect immediately. */
export function Switch(props: SwitchProps) {
  const { isOn, isBusy = false, isDisabled = false, labelledBy, onChange } = props
  return (
    <span className={classNames(styles.switch, (isBusy || isDisabled) && styles.faint)}>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={isOn}
        disabled={isDisabled}
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

/** Renders a switch with its label as one target. */
export function LabelledSwitch({ label, isOn, onChange }: LabelledSwitchProps) {
  return (
    <label className={styles.labelled}>
      <span className={classNames(text.small, text.soft)}>{label}</span>
      <Switch isOn={isOn} onChange={onChange} />
    </label>
  )
}

type SwitchRowProps = LabelledSwitchProps & { note?: string | undefined; isDisabled?: boolean }

/** Renders a full row that acts as a switch. */
export function SwitchRow({ label, note, isOn, isDisabled = false, onChange }: SwitchRowProps) {
  return (
    <label className={classNames(rowTargetClass, isDisabled && styles.disabled)}>
      <span className={styles.grow}>
        <span className={text.strong}>{label}</span>
        {note && <span className={classNames(text.small, text.soft)}>{note}</span>}
      </span>
      <Switch isOn={isOn} isDisabled={isDisabled} onChange={onChange} />
    </label>
  )
}
