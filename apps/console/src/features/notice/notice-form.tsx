import { useTranslation } from '#/lib/i18n.ts'
import { Choice } from '#/ui/choice.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { NOTICE_TYPES } from './filter.ts'
import type { NoticeType } from './filter.ts'
import styles from './notice.module.css'
import { TextFields } from './text-fields.tsx'
import { EMPTY_TEXTS, isComplete } from './texts.ts'
import type { NoticeTexts } from './texts.ts'
import { typedTime } from '#/lib/typed-time.ts'

/** A notice while it is written. */
export type NoticeDraft = {
  type: NoticeType
  texts: NoticeTexts
  isNow: boolean
  /** The time as typed, on the programme's clock. */
  at: string
}

export const EMPTY_NOTICE: NoticeDraft = { type: 'NOTICE', texts: EMPTY_TEXTS, isNow: true, at: '' }

export const isReady = ({ texts, isNow, at }: NoticeDraft): boolean =>
  isComplete(texts) && (isNow || typedTime(at).kind === 'valid')

/** Returns the chosen time, or undefined to send at once. */
export function publishedAtOf({ isNow, at }: NoticeDraft): string | undefined {
  const time = typedTime(at)
  return !isNow && time.kind === 'valid' ? time.at : undefined
}

type NoticeFormProps = {
  draft: NoticeDraft
  onDraft: (draft: NoticeDraft) => void
  isChecked: boolean
}

export function NoticeForm({ draft, onDraft, isChecked }: NoticeFormProps) {
  const { t } = useTranslation('notice')
  const time = typedTime(draft.at)
  const isWrong = time.kind !== 'valid' && (isChecked || draft.at !== '')
  return (
    <>
      <TextFields
        texts={draft.texts}
        onTexts={(texts) => onDraft({ ...draft, texts })}
        isChecked={isChecked}
      />
      <div className={styles.row}>
        <SelectField
          label={t('type')}
          value={draft.type}
          options={NOTICE_TYPES.map((type) => [type, t(`types.${type}`)])}
          onValue={(type) => onDraft({ ...draft, type })}
        />
        <Choice
          label={t('when')}
          look="segments"
          value={draft.isNow ? 'now' : 'at'}
          options={[
            ['now', t('now')],
            ['at', t('atTime')],
          ]}
          onValue={(when) => onDraft({ ...draft, isNow: when === 'now' })}
        />
        {!draft.isNow && (
          <Field
            label={t('time')}
            type="datetime-local"
            value={draft.at}
            onValue={(at) => onDraft({ ...draft, at })}
            problem={
              isWrong ? t(`problems.${time.kind === 'past' ? 'past' : 'noTime'}`) : undefined
            }
          />
        )}
      </div>
    </>
  )
}
