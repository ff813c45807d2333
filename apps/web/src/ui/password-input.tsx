import { useState } from 'react'
import type { ReactNode } from 'react'
import type { FieldBinding } from '#/lib/form.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Field } from './field.tsx'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

type PasswordInputProps = {
  label: string
  binding: FieldBinding
  autoComplete: 'current-password' | 'new-password'
  showLabel: string
  hideLabel: string
  hint?: ReactNode
}

export function PasswordInput({
  label,
  binding,
  autoComplete,
  showLabel,
  hideLabel,
  hint,
}: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const { error, onChange, ...bound } = binding
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...bound}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(styles.input, !isShown && bound.value !== '' && styles.hidden)}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={isShown ? hideLabel : showLabel}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} size={20} />
          </button>
        </div>
      )}
    </Field>
  )
}
