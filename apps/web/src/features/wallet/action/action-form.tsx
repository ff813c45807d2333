import { wrongArgument } from '@solstice/rules/signing/contract-action'
import type { GivenValues, ShownAction } from '@solstice/rules/signing/contract-action'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { focusFirstProblem } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Screen } from '#/ui/screen.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from '#/features/wallet/review/review.module.css'

type ActionFormProps = {
  header: ReactNode
  action: ShownAction
  /** The values typed before, when the member comes back from the review. */
  initial: GivenValues
  onGiven: (given: GivenValues) => void
}

/** Asks for the values that the plan leaves to the member, within their bounds. */
export function ActionForm({ header, action, initial, onGiven }: ActionFormProps) {
  const { t } = useTranslation('review')
  const [values, setValues] = useState<Record<number, string>>(initial)
  const [wrong, setWrong] = useState<number>()

  function next(): void {
    const given = Object.fromEntries(
      Object.entries(values).map(([at, value]) => [at, value.trim()]),
    )
    const at = wrongArgument(action, given)
    setWrong(at)
    if (at === undefined) onGiven(given)
    else focusFirstProblem(document)
  }

  return (
    <Screen
      header={header}
      dock={<Button type="submit">{t('action.continue')}</Button>}
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <div className={styles.review}>
        {action.arguments.map((argument, at) => {
          if (argument.kind !== 'TEXT' && argument.kind !== 'NUMBER') return null
          const { label } = argument
          return (
            <TextInput
              key={`${at} ${label}`}
              label={label}
              autoComplete="off"
              // The keypad for numbers has no minus sign.
              inputMode={
                argument.kind === 'NUMBER' && !argument.min.startsWith('-') ? 'numeric' : 'text'
              }
              maxLength={argument.kind === 'TEXT' ? argument.maxLength : 78}
              binding={{
                name: `value-${at}`,
                value: values[at] ?? '',
                error:
                  wrong === at
                    ? argument.kind === 'TEXT'
                      ? t('action.textWrong', { max: argument.maxLength })
                      : t('action.numberWrong', { min: argument.min, max: argument.max })
                    : undefined,
                onChange: (value) => {
                  setValues((all) => ({ ...all, [at]: value }))
                  setWrong(undefined)
                },
                onBlur: () => {},
              }}
            />
          )
        })}
        <p className={classNames(text.small, text.soft)}>{t('action.public')}</p>
      </div>
    </Screen>
  )
}
