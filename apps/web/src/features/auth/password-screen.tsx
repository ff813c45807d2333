import { normaliseReferralCode } from '@solstice/rules/referral-code'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Screen } from '#/ui/screen.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { signUp } from './api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { clearReferralCode, rememberedReferralCode } from './referral.ts'
import { refusedField } from './refusal.ts'
import { clearSignUp, noteEmailRefused, noteVerificationLost, useSignUp } from './sign-up-draft.ts'
import styles from './sign-up.module.css'
import { useAuth } from './store.ts'
import { useProblemTexts } from './use-problem-texts.ts'
import { validateNewPassword } from './validation.ts'
import { StepHeader } from './step-header.tsx'
import { Username } from './username.tsx'

type PasswordScreenProps = {
  back: { label: string; onPress: () => void }
  onCreated: () => void
  /** Called when the address or its proof was rejected and an earlier step must be repeated. */
  onEarlierStep: (step: 'email' | 'verification') => void
}

export function PasswordScreen({ back, onCreated, onEarlierStep }: PasswordScreenProps) {
  const { t } = useTranslation('auth')
  const problemTexts = useProblemTexts()
  const login = useAuth((state) => state.login)
  const email = useSignUp((state) => state.draft.email)
  const form = useForm(
    { password: '', confirmation: '', referralCode: rememberedReferralCode() },
    (values) => problemTexts(validateNewPassword(values)),
  )

  async function submit(): Promise<void> {
    const { draft, completeCode = '' } = useSignUp.getState()
    const referralCode = normaliseReferralCode(form.values.referralCode)
    try {
      const member = await signUp({
        email: draft.email,
        password: form.values.password,
        completeCode,
        agreements: draft.agreements,
        language: currentLanguage(),
        ...(referralCode && { referralCode }),
      })
      await login({ member })
    } catch (error) {
      return handleRefusal(error)
    }
    clearSignUp()
    clearReferralCode(referralCode)
    onCreated()
  }

  function handleRefusal(error: unknown): void {
    const message = messageOf(error, t('newPassword.failed'))
    const field = refusedField(error)
    switch (field) {
      case 'password':
      case 'referralCode':
        return form.refuse(field, message)
      case 'email':
        noteEmailRefused(message)
        return onEarlierStep('email')
      case 'code':
        noteVerificationLost()
        showToast(message, { tone: 'attention' })
        return onEarlierStep('verification')
      case undefined:
        return showToast(message, { tone: 'attention' })
    }
  }

  return (
    <Screen
      onSubmit={form.submit(submit)}
      header={<StepHeader back={back} current={3} total={3} />}
      dock={
        <Button type="submit" isBusy={form.isBusy}>
          {t('newPassword.submit')}
        </Button>
      }
    >
      <div className={styles.intro}>
        <h1 className={text.headline}>{t('newPassword.title')}</h1>
        <p className={text.soft}>{t('newPassword.text')}</p>
      </div>
      <div className={styles.fields}>
        <Username email={email} />
        <NewPasswordFields
          label={t('newPassword.password')}
          password={form.field('password')}
          confirmation={form.field('confirmation')}
        />
        <TextInput
          label={t('newPassword.referralCode')}
          binding={form.field('referralCode')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={16}
          hint={t('newPassword.referralHint')}
        />
      </div>
    </Screen>
  )
}
