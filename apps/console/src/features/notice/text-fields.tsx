import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Field, TextAreaField } from '#/ui/field.tsx'
import styles from './notice.module.css'
import { NOTICE_CONTENT_MAX, NOTICE_TITLE_MAX } from './text-limits.ts'
import { problemOf } from './texts.ts'
import type { NoticeTexts } from './texts.ts'

const LANGUAGES = ['en', 'ko'] as const
const MAX = { title: NOTICE_TITLE_MAX, content: NOTICE_CONTENT_MAX }

type TextFieldsProps = {
  texts: NoticeTexts
  onTexts: (texts: NoticeTexts) => void
  /** Shows the problems once the person has tried to go on. */
  isChecked: boolean
}

/** Renders the texts of both languages side by side, each with its length. */
export function TextFields({ texts, onTexts, isChecked }: TextFieldsProps) {
  const { t } = useTranslation('notice')
  const propsOf = (field: 'title' | 'content', language: 'en' | 'ko') => {
    const value = texts[field][language]
    const problem = problemOf(field, value)
    // A formatted number selects no plural form.
    const length = {
      count: formatNumber(value.trim().length),
      max: formatNumber(MAX[field]),
    }
    const isShown = problem === 'long' || (problem && isChecked)
    return {
      label: t(`fields.${field}.${language}`),
      value,
      onValue: (next: string) =>
        onTexts({ ...texts, [field]: { ...texts[field], [language]: next } }),
      help: t('length', length),
      problem: isShown ? t(`problems.${problem}`, length) : undefined,
    }
  }
  return (
    <div className={styles.both}>
      {LANGUAGES.map((language) => (
        <Field key={language} {...propsOf('title', language)} />
      ))}
      {LANGUAGES.map((language) => (
        <TextAreaField key={language} {...propsOf('content', language)} />
      ))}
    </div>
  )
}
