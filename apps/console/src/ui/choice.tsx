import { useId } from 'react'
import styles from './choice.module.css'

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onValue: (value: Value) => void
}

/** Renders a short list of which one is chosen, each large enough for a finger. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onValue,
}: ChoiceProps<Value>) {
  const name = useId()
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
