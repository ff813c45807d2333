import { useId, useState } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './code-input.module.css'
import { FieldNote } from './field.tsx'

type CodeInputProps = {
  label: string
  length: number
  value: string
  error: string | undefined
  onChange: (digits: string) => void
  autoFocus?: boolean
}

/**
 * Draws cells over one real input, so that paste, autofill and screen readers work as with any
 * field.
 */
export function CodeInput({ label, length, value, error, onChange, autoFocus }: CodeInputProps) {
  const id = useId()
  const [isFocused, setFocused] = useState(false)
  const current = Math.min(value.length, length - 1)
  return (
    <div>
      <div className={styles.cells} data-invalid={error ? true : undefined}>
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            aria-hidden="true"
            className={classNames(styles.cell, isFocused && index === current && styles.current)}
          >
            {value[index] ?? (isFocused && index === current && <i className={styles.caret} />)}
          </span>
        ))}
        <input
          className={styles.input}
          aria-label={label}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-note` : undefined}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is the only thing to enter on its screen
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onSelect={(event) => {
            // Keep the caret behind the last digit.
            const input = event.currentTarget
            if (input.selectionStart === input.selectionEnd) {
              input.setSelectionRange(input.value.length, input.value.length)
            }
          }}
        />
      </div>
      <div className={styles.note}>
        <FieldNote id={`${id}-note`} error={error} />
      </div>
    </div>
  )
}
