import { useId } from 'react'
import list from './choice.module.css'
import segments from './segments.module.css'

const LOOKS = {
  list: { choice: list.choice, label: list.label, option: list.option },
  segments: { choice: segments.choice, label: segments.label, option: segments.option },
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onValue: (value: Value) => void
  /** A list has large rows and a visible label; segments stand side by side without one. */
  look?: keyof typeof LOOKS
}

/** Renders a few options of which one is chosen. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onValue,
  look = 'list',
}: ChoiceProps<Value>) {
  const name = useId()
  const styles = LOOKS[look]
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onValue(each)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
