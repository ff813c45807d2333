import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { showToast } from '#/lib/toast.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Screen } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { checkSignUpEmail, sendSignUpCode } from './api.ts'
import { earlierCode, secondsUntil } from './code-sent.ts'
import { Invitation } from './invitation.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { refusedField } from './refusal.ts'
import { hasFreshCode, noteCodeSent, useSignUp } from './sign-up-draft.ts'
import styles from './sign-up.module.css'
import { useProblemTexts } from './use-problem-texts.ts'
import { validateSignUpEmail } from './validation.ts'
import { StepHeader } from './step-header.tsx'

export type Agreement = 'termsOfService' | 'privacyPolicy'

type SignUpEmailScreenProps = {
  back: { label: string; onPress: () => void }
  /** The full text of each agreement, shown in a sheet. */
  agreementTexts: Record<Agreement, ReactNode>
  onCodeSent: () => void
}

export function SignUpEmailScreen({ back, agreementTexts, onCodeSent }: SignUpEmailScreenProps) {
  const { t } = useTranslation('auth')
  const problemTexts = useProblemTexts()
  const { draft, emailRefusal } = useSignUp.getState()
  const form = useForm({ email: draft.email, ...draft.agreements }, (values) =>
    problemTexts(validateSignUpEmail(values)),
  )
  const [reading, setReading] = useState<Agreement>()
  const [lastRead, setLastRead] = useState<Agreement>()
  const email = form.field('email')

  async function submit(): Promise<void> {
    const { email, ...agreements } = form.values
    useSignUp.setState({ emailRefusal: undefined })
    if (hasFreshCode(useSignUp.getState(), email, serverNow())) return onCodeSent()
    try {
      await checkSignUpEmail(email)
      noteCodeSent(email, agreements, await sendSignUpCode(email))
    } catch (error) {
      const earlier = earlierCode(error)
      if (earlier) {
        noteCodeSent(email, agreements, earlier)
        showToast(t('signUp.sentBefore', { count: secondsUntil(earlier.resendAt, serverNow()) }))
        return onCodeSent()
      }
      const message = messageOf(error, t('signUp.sendFailed'))
      if (refusedField(error) === 'email') return form.refuse('email', message)
      return showToast(message, { tone: 'attention' })
    }
    onCodeSent()
  }

  function read(agreement: Agreement): void {
    setReading(agreement)
    setLastRead(agreement)
  }

  return (
    <Screen
      onSubmit={form.submit(submit)}
      header={<StepHeader back={back} current={1} total={3} />}
      dock={
        <>
          <Button type="submit" isBusy={form.isBusy}>
            {t('signUp.sendCode')}
          </Button>
          <Link to="/auth/login" className={buttonClass('text')}>
            <span>
              {t('signUp.haveAccount')} <span className={styles.link}>{t('login.submit')}</span>
            </span>
          </Link>
        </>
      }
    >
      <LanguageChoice />
      <div className={styles.intro}>
        <h1 className={text.headline}>{t('signUp.emailTitle')}</h1>
        <p className={text.soft}>{t('signUp.emailText')}</p>
      </div>
      <TextInput
        label={t('email')}
        binding={{
          ...email,
          error: email.error ?? (email.value === draft.email ? emailRefusal : undefined),
        }}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        placeholder={t('emailExample')}
      />
      <div className={styles.agreements}>
        <Checkbox
          binding={form.check('termsOfService')}
          aside={
            <ReadButton label={t('signUp.readTerms')} onPress={() => read('termsOfService')}>
              {t('signUp.read')}
            </ReadButton>
          }
        >
          {t('signUp.terms')}
        </Checkbox>
        <Checkbox
          binding={form.check('privacyPolicy')}
          aside={
            <ReadButton label={t('signUp.readPrivacy')} onPress={() => read('privacyPolicy')}>
              {t('signUp.read')}
            </ReadButton>
          }
        >
          {t('signUp.privacy')}
        </Checkbox>
      </div>
      <Invitation />
      <Sheet
        isOpen={reading !== undefined}
        onClose={() => setReading(undefined)}
        title={lastRead === 'privacyPolicy' ? t('signUp.privacyName') : t('signUp.termsName')}
        actions={
          <Button
            variant="quiet"
            onClick={() => {
              if (lastRead) form.check(lastRead).onChange(true)
              setReading(undefined)
            }}
          >
            {t('signUp.agree')}
          </Button>
        }
      >
        {/* The content stays while the sheet closes. */}
        {lastRead && agreementTexts[lastRead]}
      </Sheet>
    </Screen>
  )
}

function ReadButton(props: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.read} aria-label={props.label} onClick={props.onPress}>
      {props.children}
    </button>
  )
}
