import { useState } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './fields.module.css'

type ComputedFieldProps = {
  path: string
  label: string
  /** The text of the plan's value, shown unless a person types. */
  value: string
  unit?: string
  type?: 'text' | 'date'
  help?: ReactNode
  /** Stores the typed text if it is valid. Returns false if the field keeps it as typed. */
  onText: (text: string) => boolean
  /** Stores the text on Enter or when the field is left, where a part of a number would destroy. */
  isWhole?: boolean
  /** True while the form of the value is not known. */
  isUnknown?: boolean
}

/** Edits a value of the plan in another form, such as weeks instead of the last instant. */
export function ComputedField(props: ComputedFieldProps) {
  const {
    path,
    label,
    value,
    unit,
    type = 'text',
    help,
    onText,
    isWhole = false,
    isUnknown = false,
  } = props
  const [typed, setTyped] = useState<string>()
  const store = () => {
    if (isWhole && typed !== undefined) onText(typed)
  }
  return (
    <FieldFrame path={path} label={label} {...(help !== undefined && { help })}>
      {(control) => (
        <div className={unit ? styles.withUnit : undefined}>
          <input
            {...control}
            disabled={control.disabled || isUnknown}
            type={type}
            className={classNames(control.className, styles.number)}
            inputMode={type === 'date' ? undefined : 'decimal'}
            autoComplete="off"
            value={typed ?? value}
            onChange={({ target }) => {
              if (!isWhole) onText(target.value)
              setTyped(target.value)
            }}
            onKeyDown={({ key }) => {
              if (key === 'Enter') store()
            }}
            onBlur={() => {
              store()
              setTyped(undefined)
            }}
          />
          {unit && (
            <span className={styles.unit} aria-hidden="true">
              {unit}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
