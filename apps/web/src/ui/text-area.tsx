import type { FieldBinding } from '#/lib/form.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Field } from './field.tsx'
import styles from './field.module.css'
import area from './text-area.module.css'

type TextAreaProps = {
  label: string
  hint?: string
  binding: FieldBinding
  rows?: number
  maxLength: number
}

/** Renders a multi-line text field. */
export function TextArea({ label, hint, binding, rows = 4, maxLength }: TextAreaProps) {
  const { error, onChange, ...bound } = binding
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles.box}>
          <textarea
            {...bound}
            {...control}
            rows={rows}
            maxLength={maxLength}
            className={classNames(styles.input, area.area)}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
