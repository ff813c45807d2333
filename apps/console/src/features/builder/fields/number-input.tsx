import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './fields.module.css'

type NumberInputProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  path: string
  label: string
  unit?: string | undefined
  help?: ReactNode
}

/** Renders a field for a number with its unit. The text of the field is the caller's. */
export function NumberInput(props: NumberInputProps) {
  const { path, label, unit, help, disabled = false, ...input } = props
  return (
    <FieldFrame path={path} label={label} help={help}>
      {(control) => (
        <div className={unit ? styles.withUnit : undefined}>
          <input
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...control}
            disabled={disabled || control.disabled}
            className={classNames(control.className, styles.number)}
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
