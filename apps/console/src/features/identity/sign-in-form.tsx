import { useState } from 'react'
import type { FormEvent } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PasskeyCancelled, hasPasskeys } from '#/lib/passkey.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import { beginWithPassword, finish, signInWithPasskey } from './api.ts'
import styles from './sign-in.module.css'

type Step = { kind: 'choice' } | { kind: 'password' } | { kind: 'code'; loginId: string }

/** Signs in with a passkey, or with password and code. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('signIn')
  const { isBusy, run } = useBusy()
  const [step, setStep] = useState<Step>({ kind: hasPasskeys() ? 'choice' : 'password' })
  const [problem, setProblem] = useState<string>()

  function attempt(action: () => Promise<void>) {
    void run(async () => {
      setProblem(undefined)
      try {
        await action()
      } catch (error) {
        setProblem(
          error instanceof PasskeyCancelled ? t('cancelled') : messageOf(error, t('failed')),
        )
      }
    })
  }

  return (
    <div className={styles.form}>
      {step.kind === 'choice' && (
        <>
          <Button
            tone="primary"
            size="large"
            icon="passkey"
            isBusy={isBusy}
            onClick={() =>
              attempt(async () => {
                await signInWithPasskey()
                onDone()
              })
            }
          >
            {t('passkey')}
          </Button>
          <p className={classNames(styles.or, text.small, text.faint)}>{t('or')}</p>
          <Button size="large" onClick={() => setStep({ kind: 'password' })}>
            {t('password')}
          </Button>
        </>
      )}
      {step.kind === 'password' && (
        <PasswordStep
          isBusy={isBusy}
          onSubmit={(email, password) =>
            attempt(async () =>
              setStep({ kind: 'code', loginId: await beginWithPassword(email, password) }),
            )
          }
        />
      )}
      {step.kind === 'code' && (
        <CodeStep
          isBusy={isBusy}
          onSubmit={(code) =>
            attempt(async () => {
              await finish(step.loginId, { code })
              onDone()
            })
          }
        />
      )}
      {problem && (
        <Note tone="bad" isLive>
          {problem}
        </Note>
      )}
      {step.kind !== 'choice' && hasPasskeys() && (
        <Button tone="plain" icon="back" onClick={() => setStep({ kind: 'choice' })}>
          {t('passkeyInstead')}
        </Button>
      )}
      <p className={classNames(text.small, text.faint)}>{t('rules')}</p>
      <p className={text.small}>
        {/* Leaves the page, also from the dialog above an open one. */}
        <a href="/login/recovery" className={text.link}>
          {t('lost')}
        </a>{' '}
        <span className={text.faint}>{t('lostNote')}</span>
      </p>
    </div>
  )
}

function PasswordStep({
  isBusy,
  onSubmit,
}: {
  isBusy: boolean
  onSubmit: (email: string, password: string) => void
}) {
  const { t } = useTranslation('signIn')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit(email.trim(), password)
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('email')}
        type="email"
        autoComplete="username"
        value={email}
        onValue={setEmail}
      />
      <Field
        label={t('passwordField')}
        type="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
      />
      <Button
        tone="primary"
        size="large"
        isSubmit
        isBusy={isBusy}
        disabled={email.trim() === '' || password === ''}
      >
        {t('continue')}
      </Button>
    </form>
  )
}

function CodeStep({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (code: string) => void }) {
  const { t } = useTranslation('signIn')
  const [code, setCode] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy && code.length === 6) onSubmit(code)
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('code')}
        help={t('codeHelp')}
        value={code}
        onValue={(value) => setCode(value.replace(/\D/g, '').slice(0, 6))}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button tone="primary" size="large" isSubmit isBusy={isBusy} disabled={code.length !== 6}>
        {t('signIn')}
      </Button>
    </form>
  )
}
