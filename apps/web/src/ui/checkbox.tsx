import { useId } from 'react'
import type { ReactNode } from 'react'
import type { CheckBinding } from '#/lib/form.ts'
import styles from './checkbox.module.css'
import { FieldNote } from './field.tsx'
import { Icon } from './icon.tsx'

type CheckboxProps = {
  binding: CheckBinding
  children: ReactNode
  /** A link or button at the end of the row, outside the label. */
  aside?: ReactNode
}

export function Checkbox({ binding, children, aside }: CheckboxProps) {
  const id = useId()
  const { name, checked, error, onChange } = binding
  return (
    <div className={styles.checkbox}>
      <div className={styles.row}>
        <label className={styles.label}>
          <input
            type="checkbox"
            name={name}
            className={styles.input}
            checked={checked}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? `${id}-note` : undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className={styles.box} aria-hidden="true">
            <Icon name="check" size={16} />
          </span>
          <span className={styles.text}>{children}</span>
        </label>
        {aside}
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
