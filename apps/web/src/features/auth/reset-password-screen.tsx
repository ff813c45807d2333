import { Code } from '@solstice/contract/codes'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { codeOf, isUnanswered, messageOf } from '@solstice/ui/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { showToast } from '#/lib/toast.ts'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { Button } from '#/ui/button.tsx'
import { Screen } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { resetPassword } from './api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { clearReset, notePasswordSet, readReset } from './reset-draft.ts'
import styles from './sign-up.module.css'
import { useProblemTexts } from './use-problem-texts.ts'
import { validatePasswords } from './validation.ts'
import { StepHeader } from './step-header.tsx'
import { Username } from './username.tsx'

type ResetPasswordScreenProps = {
  back: { label: string; onPress: () => void }
  onDone: () => void
  /** Called when the proof of the address has expired. */
  onExpired: () => void
}

export function ResetPasswordScreen({ back, onDone, onExpired }: ResetPasswordScreenProps) {
  const { t } = useTranslation(['account', 'auth'])
  const problemTexts = useProblemTexts()
  const form = useForm({ password: '', confirmation: '' }, (values) =>
    problemTexts(validatePasswords(values)),
  )
  const [isUnconfirmed, setUnconfirmed] = useState(false)

  async function submit(): Promise<void> {
    const { email, completeCode } = readReset()
    try {
      await resetPassword({ email, completeCode, password: form.values.password })
    } catch (error) {
      return handleRefusal(error)
    }
    notePasswordSet()
    onDone()
  }

  function handleRefusal(error: unknown): void {
    setUnconfirmed(isUnanswered(error))
    if (isUnanswered(error)) return
    switch (codeOf(error)) {
      case Code.PASSWORD_FORMAT:
        return form.refuse('password', messageOf(error, t('auth:problem.passwordFormat')))
      case Code.VERIFICATION_CODE_INVALID:
      case Code.VERIFICATION_CODE_EXPIRED:
      case Code.USER_NOT_FOUND:
        clearReset()
        // The code was entered on another screen, so the whole reset has expired.
        showToast(t('reset.expired'), { tone: 'attention' })
        return onExpired()
      case undefined:
      default:
        return showToast(messageOf(error, t('reset.failed')), { tone: 'attention' })
    }
  }

  return (
    <Screen
      onSubmit={form.submit(submit)}
      header={<StepHeader back={back} current={3} total={3} />}
      dock={
        <Button type="submit" isBusy={form.isBusy}>
          {t('reset.submit')}
        </Button>
      }
    >
      <div className={styles.intro}>
        <h1 className={text.headline}>{t('reset.passwordTitle')}</h1>
        <p className={text.soft}>{t('reset.passwordText')}</p>
      </div>
      <div className={styles.fields}>
        <Username email={readReset().email} />
        <NewPasswordFields
          label={t('reset.password')}
          password={form.field('password')}
          confirmation={form.field('confirmation')}
        />
        {isUnconfirmed && (
          <UnconfirmedNotice title={t('reset.failed')}>{t('reset.unconfirmed')}</UnconfirmedNotice>
        )}
      </div>
    </Screen>
  )
}
