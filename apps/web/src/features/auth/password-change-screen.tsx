import { Code } from '@solstice/contract/codes'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { useDismissOnOpen } from '#/lib/intent.ts'
import type { Intent } from '#/lib/intent.ts'
import { showToast } from '#/lib/toast.ts'
import { useAction } from '#/lib/use-action.ts'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { DoneScreen } from '#/ui/done-screen.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { changePassword, verifyPassword } from './api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import styles from './sign-up.module.css'
import { useProblemTexts } from './use-problem-texts.ts'
import { validateCurrentPasswordField, validatePasswords } from './validation.ts'
import { StepHeader } from './step-header.tsx'
import { Username } from './username.tsx'

const INTENT: Intent = ['password']

type Back = { label: string; onPress: () => void }

type Step = { kind: 'current' } | { kind: 'new'; currentPassword: string } | { kind: 'done' }

type PasswordChangeScreenProps = {
  back: Back
  /** Undefined while the PIN prompt is open. */
  pinToken: string | undefined
  email: string
  /** Prompts again when the token has expired. */
  promptForPin: () => Promise<string | undefined>
}

/** Shows the steps after the PIN: the current password, the new one, done. */
export function PasswordChangeScreen({
  back,
  pinToken,
  email,
  promptForPin,
}: PasswordChangeScreenProps) {
  const { t } = useTranslation('account')
  const [step, setStep] = useState<Step>({ kind: 'current' })
  useDismissOnOpen(INTENT)

  if (pinToken === undefined) {
    return (
      <Screen header={<ScreenHeader back={back} title={t('passwordChange.title')} />}>
        {null}
      </Screen>
    )
  }
  switch (step.kind) {
    case 'current':
      return (
        <CurrentPassword
          back={back}
          email={email}
          onVerified={(currentPassword) => setStep({ kind: 'new', currentPassword })}
        />
      )
    case 'new':
      return (
        <NewPassword
          back={{ ...back, onPress: () => setStep({ kind: 'current' }) }}
          email={email}
          currentPassword={step.currentPassword}
          pinToken={pinToken}
          promptForPin={promptForPin}
          onCurrentRefused={() => setStep({ kind: 'current' })}
          onDone={() => setStep({ kind: 'done' })}
        />
      )
    case 'done':
      return (
        <DoneScreen
          title={t('passwordChange.doneTitle')}
          dock={
            <Link to="/more/my-page" className={buttonClass('lit')} replace>
              {t('passwordChange.toMyPage')}
            </Link>
          }
        >
          <p>{t('passwordChange.doneText')}</p>
        </DoneScreen>
      )
  }
}

type CurrentPasswordProps = {
  back: Back
  email: string
  onVerified: (password: string) => void
}

function CurrentPassword({ back, email, onVerified }: CurrentPasswordProps) {
  const { t } = useTranslation(['account', 'auth'])
  const problemTexts = useProblemTexts()
  const form = useForm({ password: '' }, (values) =>
    problemTexts(validateCurrentPasswordField(values)),
  )

  const { run } = useAction({
    call: verifyPassword,
    onDone: (_, password) => onVerified(password),
    onFailed: (error) => {
      const message = messageOf(error, t('passwordChange.mismatch'))
      if (codeOf(error) === Code.PASSWORD_MISMATCH) return form.refuse('password', message)
      showToast(messageOf(error, t('passwordChange.failed')), { tone: 'attention' })
    },
  })

  return (
    <Screen
      onSubmit={form.submit(() => run(form.values.password))}
      header={<StepHeader back={back} current={1} total={2} />}
      dock={
        <Button type="submit" isBusy={form.isBusy}>
          {t('passwordChange.next')}
        </Button>
      }
    >
      <div className={styles.intro}>
        <h1 className={text.headline}>{t('passwordChange.currentTitle')}</h1>
        <p className={text.soft}>{t('passwordChange.currentText')}</p>
      </div>
      <div className={styles.fields}>
        <Username email={email} />
        <PasswordInput
          label={t('passwordChange.current')}
          binding={form.field('password')}
          autoComplete="current-password"
          showLabel={t('auth:showPassword')}
          hideLabel={t('auth:hidePassword')}
        />
      </div>
    </Screen>
  )
}

type NewPasswordProps = Pick<PasswordChangeScreenProps, 'back' | 'email' | 'promptForPin'> & {
  currentPassword: string
  pinToken: string
  onCurrentRefused: () => void
  onDone: () => void
}

function NewPassword({ back, email, onCurrentRefused, onDone, ...props }: NewPasswordProps) {
  const { t } = useTranslation('account')
  const problemTexts = useProblemTexts()
  const form = useForm({ password: '', confirmation: '' }, (values) =>
    problemTexts(validatePasswords(values)),
  )
  const { run, isUnconfirmed } = useAction({
    call: change,
    intent: INTENT,
    // Passwords are never stored.
    request: () => null,
    onDone,
    onFailed: (error) => {
      const message = messageOf(error, t('passwordChange.failed'))
      if (codeOf(error) === Code.PASSWORD_FORMAT) return form.refuse('password', message)
      showToast(message, { tone: 'attention' })
      // The password was changed elsewhere since it was checked.
      if (codeOf(error) === Code.PASSWORD_MISMATCH) onCurrentRefused()
    },
  })

  async function change(newPassword: string): Promise<void> {
    const body = { currentPassword: props.currentPassword, newPassword }
    try {
      await changePassword(body, props.pinToken)
    } catch (error) {
      if (codeOf(error) !== Code.PIN_VERIFICATION_REQUIRED) throw error
      const fresh = await props.promptForPin()
      if (fresh === undefined) throw error
      await changePassword(body, fresh)
    }
  }

  return (
    <Screen
      onSubmit={form.submit(() => run(form.values.password))}
      header={<StepHeader back={back} current={2} total={2} />}
      dock={
        <Button type="submit" isBusy={form.isBusy}>
          {t('passwordChange.submit')}
        </Button>
      }
    >
      <div className={styles.intro}>
        <h1 className={text.headline}>{t('passwordChange.newTitle')}</h1>
        <p className={text.soft}>{t('passwordChange.newText')}</p>
      </div>
      <div className={styles.fields}>
        <Username email={email} />
        <NewPasswordFields
          label={t('passwordChange.new')}
          password={form.field('password')}
          confirmation={form.field('confirmation')}
        />
        {isUnconfirmed && (
          <UnconfirmedNotice title={t('passwordChange.failed')}>
            {t('passwordChange.unconfirmed')}
          </UnconfirmedNotice>
        )}
      </div>
    </Screen>
  )
}
