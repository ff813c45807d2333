import { normaliseEmail } from '@solstice/rules/email'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { showToast } from '#/lib/toast.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen } from '#/ui/screen.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { sendResetCode } from './api.ts'
import { earlierCode, secondsUntil } from './code-sent.ts'
import { refusedField } from './refusal.ts'
import { noteResetCodeSent, readReset, useResetTimes } from './reset-draft.ts'
import styles from './sign-up.module.css'
import { useProblemTexts } from './use-problem-texts.ts'
import { validateResetEmail } from './validation.ts'
import { StepHeader } from './step-header.tsx'

type ResetEmailScreenProps = {
  back: { label: string; onPress: () => void }
  onCodeSent: () => void
}

export function ResetEmailScreen({ back, onCodeSent }: ResetEmailScreenProps) {
  const { t } = useTranslation(['account', 'auth'])
  const problemTexts = useProblemTexts()
  const form = useForm({ email: readReset().email }, (values) =>
    problemTexts(validateResetEmail(values)),
  )
  const [hasFailed, setFailed] = useState(false)

  async function submit(): Promise<void> {
    const { email } = form.values
    if (hasFreshCode(email)) return onCodeSent()
    setFailed(false)
    try {
      noteResetCodeSent(email, await sendResetCode(email))
    } catch (error) {
      const earlier = earlierCode(error)
      if (earlier) {
        noteResetCodeSent(email, earlier)
        showToast(
          t('auth:signUp.sentBefore', { count: secondsUntil(earlier.resendAt, serverNow()) }),
        )
        return onCodeSent()
      }
      const message = messageOf(error, t('reset.sendFailed'))
      if (refusedField(error) === 'email') return form.refuse('email', message)
      if (message === t('reset.sendFailed')) return setFailed(true)
      return showToast(message, { tone: 'attention' })
    }
    onCodeSent()
  }

  return (
    <Screen
      onSubmit={form.submit(submit)}
      header={<StepHeader back={back} current={1} total={3} />}
      dock={
        <>
          <Button type="submit" isBusy={form.isBusy}>
            {t('auth:signUp.sendCode')}
          </Button>
          <Link to="/auth/login" className={buttonClass('text')}>
            {t('reset.toLogin')}
          </Link>
        </>
      }
    >
      <div className={styles.intro}>
        <h1 className={text.headline}>{t('reset.emailTitle')}</h1>
        <p className={text.soft}>{t('reset.emailText')}</p>
      </div>
      <TextInput
        label={t('auth:email')}
        binding={form.field('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        placeholder={t('auth:emailExample')}
      />
      {hasFailed && <CodeNotSent />}
    </Screen>
  )
}

/** The wording follows the specification; the mail contains a code. */
export function CodeNotSent() {
  const { t } = useTranslation('account')
  return (
    <Notice role="alert" title={t('reset.sendFailed')}>
      {t('reset.sendFailedText')}
    </Notice>
  )
}

/**
 * Returns true when a code for this address was sent so recently that another would be rejected.
 */
function hasFreshCode(email: string): boolean {
  const { codeSent } = useResetTimes.getState()
  return (
    codeSent !== undefined &&
    readReset().email === normaliseEmail(email) &&
    serverNow() < codeSent.resendAtMs
  )
}
