import { classNames } from '@solstice/ui/class-names.ts'
import fieldStyles from '#/ui/field.module.css'
import { Field } from '#/ui/field.tsx'
import formStyles from './form.module.css'

type LongFieldProps = {
  label: string
  error: string | undefined
  hint?: string
  value: string
  onValue: (value: string) => void
}

/** An address or a code, which does not fit on one line. */
export function LongField({ label, error, hint, value, onValue }: LongFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={classNames(fieldStyles.box, formStyles.area)}>
          <textarea
            {...control}
            rows={2}
            className={fieldStyles.input}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
