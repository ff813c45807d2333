import type { ComponentProps, ReactNode } from 'react'
import type { FieldBinding } from '#/lib/form.ts'
import { Field } from './field.tsx'
import styles from './field.module.css'

type TextInputProps = {
  label: string
  binding: FieldBinding
  hint?: ReactNode
} & Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'autoComplete'
  | 'inputMode'
  | 'autoCapitalize'
  | 'placeholder'
  | 'maxLength'
  | 'autoFocus'
>

export function TextInput({ label, binding, hint, type = 'text', ...rest }: TextInputProps) {
  const { error, onChange, ...bound } = binding
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...rest}
            {...bound}
            {...control}
            type={type}
            className={styles.input}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
