import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PasskeyCancelled, createPasskey, hasPasskeys } from '#/lib/passkey.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import styles from './sign-in.module.css'

export type NewFactorOptions = CallData<'operatorAuth.factorOptions'>
export type NewFactorBody = CallInput<'operatorAuth.addFactor'>['body']

const PASSWORD_MIN = 15

const Qr = lazy(async () => ({ default: (await import('@solstice/ui/qr.tsx')).Qr }))

type NewFactorProps = {
  options: NewFactorOptions
  /** Rejects with the server's refusal, which is shown here. */
  onCreate: (body: NewFactorBody) => Promise<void>
}

/** Creates a passkey, or sets a password together with an authenticator app. */
export function NewFactor({ options, onCreate }: NewFactorProps) {
  const { t } = useTranslation('enrol')
  const { isBusy, run } = useBusy()
  const [isPassword, setPassword] = useState(!hasPasskeys())
  const [problem, setProblem] = useState<string>()

  function create(factor: () => Promise<Omit<NewFactorBody, 'setupId'>>) {
    void run(async () => {
      setProblem(undefined)
      try {
        await onCreate({ setupId: options.setupId, ...(await factor()) })
      } catch (error) {
        setProblem(
          error instanceof PasskeyCancelled ? t('cancelled') : messageOf(error, t('failed')),
        )
      }
    })
  }

  return (
    <div className={styles.form}>
      {isPassword ? (
        <PasswordAndApp
          totp={options.totp}
          isBusy={isBusy}
          onSubmit={(password, code) => create(async () => ({ password, code }))}
        />
      ) : (
        <>
          <Button
            tone="primary"
            size="large"
            icon="passkey"
            isBusy={isBusy}
            onClick={() =>
              create(async () => ({
                passkey: await createPasskey(options.passkey),
                label: t('thisDevice'),
              }))
            }
          >
            {t('createPasskey')}
          </Button>
          <p className={classNames(styles.or, text.small, text.faint)}>{t('or')}</p>
          <Button size="large" onClick={() => setPassword(true)}>
            {t('usePassword')}
          </Button>
        </>
      )}
      {problem && (
        <Note tone="bad" isLive>
          {problem}
        </Note>
      )}
    </div>
  )
}

function PasswordAndApp({
  totp,
  isBusy,
  onSubmit,
}: {
  totp: NewFactorOptions['totp']
  isBusy: boolean
  onSubmit: (password: string, code: string) => void
}) {
  const { t } = useTranslation('enrol')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const isShort = password.length > 0 && password.length < PASSWORD_MIN

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit(password, code)
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('password')}
        help={t('passwordHelp')}
        problem={isShort ? t('passwordShort') : undefined}
        type="password"
        autoComplete="new-password"
        value={password}
        onValue={setPassword}
      />
      <p>{t('scan')}</p>
      <div className={styles.qr}>
        <Suspense>
          <Qr value={totp.uri} label={t('qr')} />
        </Suspense>
      </div>
      <p className={classNames(text.small, text.soft)}>
        {t('secret')} <code>{totp.secret}</code>
      </p>
      <Field
        label={t('code')}
        value={code}
        onValue={(value) => setCode(value.replace(/\D/g, '').slice(0, 6))}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button
        tone="primary"
        size="large"
        isSubmit
        isBusy={isBusy}
        disabled={password.length < PASSWORD_MIN || code.length !== 6}
      >
        {t('save')}
      </Button>
    </form>
  )
}
