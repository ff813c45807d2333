import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useForm } from '#/lib/form.ts'
import { showToast } from '#/lib/toast.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { takeOverPrerendered } from '#/shell/prerendered/take-over.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { Screen } from '#/ui/screen.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { logIn } from './api.ts'
import { LanguageChoice } from './language-choice.tsx'
import styles from './login-screen.module.css'
import { failureText, isClosedAccount, refusedField } from './refusal.ts'
import { useAuth } from './store.ts'
import { Sundial } from './sundial.tsx'
import { useProblemTexts } from './use-problem-texts.ts'
import { validateLogin } from './validation.ts'

const LazyNotice = lazyPart(async () => (await import('#/ui/notice.tsx')).Notice, { texts: [] })

type LoginScreenProps = {
  onLoggedIn: () => void
  /** The reason for an involuntary sign-out. */
  notice?: ReactNode
  /** Alternatives for a member who cannot log in. */
  children?: ReactNode
}

export function LoginScreen({ onLoggedIn, notice, children }: LoginScreenProps) {
  const { t } = useTranslation('auth')
  const problemTexts = useProblemTexts()
  const login = useAuth((state) => state.login)
  /** The reason why an account closed by an operator cannot be used. */
  const [closed, setClosed] = useState<string>()
  const form = useForm({ email: '', password: '', keepLoggedIn: false }, (values) =>
    problemTexts(validateLogin(values)),
  )

  useLayoutEffect(() => {
    const entered = takeOverPrerendered(document)
    if (!entered) return
    // Text fields have no files.
    form.field('email').onChange(entered.get('email') as string)
    form.field('password').onChange(entered.get('password') as string)
    form.check('keepLoggedIn').onChange(entered.has('keepLoggedIn'))
    // oxlint-disable-next-line react/exhaustive-deps -- only the first render takes over
  }, [])

  async function submit(): Promise<void> {
    const { keepLoggedIn } = form.values
    setClosed(undefined)
    try {
      const member = await logIn(form.values)
      await login({ member, keepLoggedIn })
    } catch (error) {
      const message = failureText(error, t('login.failed'), t)
      if (isClosedAccount(error)) return setClosed(message)
      if (refusedField(error) === 'email') return form.refuse('email', message)
      return showToast(message, { tone: 'attention' })
    }
    onLoggedIn()
  }

  return (
    <Screen
      onSubmit={form.submit(submit)}
      dock={
        <>
          <Button type="submit" isBusy={form.isBusy}>
            {t('login.submit')}
          </Button>
          <Link to="/auth/signup" className={buttonClass('text')}>
            <span className={styles.create}>
              {t('login.newHere')}{' '}
              <span className={styles.createWord}>{t('login.createAccount')}</span>
            </span>
          </Link>
        </>
      }
    >
      <LanguageChoice />
      <div className={styles.hero}>
        <Sundial />
        <h1 className={text.unseen}>{t('login.title')}</h1>
        <img
          className={styles.logo}
          src="/logo-white.svg"
          alt="Solstice"
          width={190}
          height={41}
          // The splash has loaded it, so it can be part of the first paint.
          decoding="sync"
        />
        <p className={styles.tagline}>{t('login.tagline')}</p>
      </div>
      {notice && <div className={styles.notice}>{notice}</div>}
      {closed !== undefined && (
        <div className={styles.notice}>
          <LazyNotice role="alert">{closed}</LazyNotice>
        </div>
      )}
      <div className={styles.fields}>
        <TextInput
          label={t('email')}
          binding={form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          placeholder={t('emailExample')}
        />
        <PasswordInput
          label={t('password')}
          binding={form.field('password')}
          autoComplete="current-password"
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
        />
      </div>
      <div className={styles.options}>
        <Checkbox binding={form.check('keepLoggedIn')}>{t('login.keep')}</Checkbox>
        <Link to="/auth/forgot-password" className={styles.forgot}>
          {t('login.forgot')}
        </Link>
      </div>
      <div className={styles.alternatives}>{children}</div>
    </Screen>
  )
}
