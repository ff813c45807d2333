import { useId } from 'react'
import styles from './segments.module.css'

type SegmentsProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onValue: (value: Value) => void
}

/** Renders a few short options side by side, of which one is chosen. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onValue,
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className={styles.unseen}>{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} className={styles.segment}>
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
