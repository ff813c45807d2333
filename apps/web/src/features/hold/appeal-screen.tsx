import { hasWords, HOLD_APPEAL_MAX } from '@solstice/rules/hold/hold'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { focusFirstProblem } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { useAction } from '#/lib/use-action.ts'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Button } from '#/ui/button.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { TextArea } from '#/ui/text-area.tsx'
import text from '#/ui/text.module.css'
import { keepDraft, readDraft } from './appeal-draft.ts'
import type { Hold } from './api.ts'
import { sendAppeal } from './api.ts'
import { HoldTitle } from './hold-title.tsx'
import styles from './hold.module.css'

/** Takes the member's side of a hold. What is typed survives a reload and a lost connection. */
export function AppealScreen({ hold }: { hold: Hold }) {
  const { t } = useTranslation('hold')
  const back = useBack()
  const navigate = useNavigate()
  const { holdId } = hold
  const [draft, setDraft] = useState(() => readDraft(holdId))
  const [isSubmitted, setSubmitted] = useState(false)
  const { run, isBusy, isUnconfirmed } = useAction({
    call: (appeal: string, key) => sendAppeal(holdId, appeal, key),
    intent: ['appeal', holdId],
    texts: {
      done: () => t('appeal.sent'),
      failed: (error) => messageOf(error, t('appeal.failed')),
    },
    refresh: refreshProgramme,
    onDone: async () => {
      keepDraft(holdId, '')
      await navigate({ to: '/more/holds', search: { hold: holdId }, replace: true })
    },
  })
  const appeal = draft.trim()

  function change(value: string): void {
    // The server refuses control characters, which a pasted text may contain.
    const typed = value.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    setDraft(typed)
    keepDraft(holdId, typed)
  }

  function submit(form: HTMLFormElement): void {
    setSubmitted(true)
    if (isBusy) return
    if (!hasWords(appeal)) return focusFirstProblem(form)
    void run(appeal)
  }

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('appeal.title')} />}
      dock={
        <Button type="submit" isBusy={isBusy}>
          {t('appeal.send')}
        </Button>
      }
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <div className={styles.page}>
        <div className={styles.titled}>
          <h2 className={text.headline}>
            <HoldTitle hold={hold} />
          </h2>
          <p className={text.soft}>{t('appeal.lead')}</p>
        </div>
        {isUnconfirmed && (
          <UnconfirmedNotice title={t('appeal.unconfirmed')}>
            {t('appeal.unconfirmedText')}
          </UnconfirmedNotice>
        )}
        <TextArea
          label={t('appeal.label')}
          hint={t('appeal.counter', {
            used: formatNumber(draft.length),
            max: formatNumber(HOLD_APPEAL_MAX),
          })}
          rows={7}
          maxLength={HOLD_APPEAL_MAX}
          binding={{
            name: 'appeal',
            value: draft,
            error: isSubmitted && !hasWords(appeal) ? t('appeal.empty') : undefined,
            onChange: change,
            onBlur: () => {},
          }}
        />
        <p className={text.soft}>{t('appeal.hint')}</p>
      </div>
    </Screen>
  )
}
