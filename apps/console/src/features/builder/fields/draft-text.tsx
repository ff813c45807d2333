import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { LANGUAGES } from '#/features/builder/texts/text-rows.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { oneLine, textAt } from '#/lib/season-draft.ts'
import { maxLengthAt } from './contract-limits.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './fields.module.css'

type DraftTextProps = {
  path: string
  label: string
  help?: string
  placeholder?: string
  lang?: string
  isLong?: boolean
  /** An empty field means that there is none, where the plan has null. */
  isOptional?: boolean
  hasCounter?: boolean
  /** Runs instead of storing the text, where it changes several parts. */
  onText?: (text: string) => void
}

/** Edits one text. A text may grow too long, because cutting it would lose what was pasted. */
export function DraftText(props: DraftTextProps) {
  const { path, label, help, placeholder, lang, isLong, isOptional, hasCounter, onText } = props
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const { set } = useEdits()
  const value = textAt(draft, path)
  const max = hasCounter ? maxLengthAt(path) : undefined
  return (
    <FieldFrame
      path={path}
      label={label}
      {...(help !== undefined && { help })}
      counter={max === undefined ? undefined : t('counter', { length: value.length, max })}
    >
      {(control) => {
        const shared = {
          ...control,
          lang,
          placeholder,
          value,
          onChange: ({ target }: { target: { value: string } }) => {
            if (onText) return onText(oneLine(target.value))
            set(path, isOptional && target.value === '' ? null : oneLine(target.value))
          },
        }
        return isLong ? <textarea {...shared} rows={3} /> : <input {...shared} />
      }}
    </FieldFrame>
  )
}

/** Edits a text in both languages beside each other. */
export function DraftTexts({
  path,
  label,
  isLong = false,
}: {
  path: string
  label: string
  isLong?: boolean
}) {
  const { t } = useTranslation('builder')
  return (
    <div className={styles.pair}>
      {LANGUAGES.map((language) => (
        <DraftText
          key={language}
          path={`${path}.${language}`}
          label={t(`in.${language}`, { label })}
          lang={language}
          placeholder={t('notWritten')}
          isLong={isLong}
          hasCounter
        />
      ))}
    </div>
  )
}
