import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link } from '@tanstack/react-router'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import { recover } from './api.ts'
import { tidyRecoveryCode } from './recovery-code.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in.module.css'

export function RecoveryScreen() {
  const { t } = useTranslation('signIn')
  const { isBusy, run } = useBusy()
  const [email, setEmail] = useState('')
  const [recoveryCode, setRecoveryCode] = useState('')
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    void run(async () => {
      setProblem(undefined)
      try {
        await recover({ email: email.trim(), recoveryCode })
        setSent(true)
      } catch (error) {
        setProblem(messageOf(error, t('failed')))
      }
    })
  }

  return (
    <SignInFrame title={t('recoveryTitle')} lead={t('recoveryLead')}>
      {isSent ? (
        <Note tone="ok" isLive>
          {t('recoverySent')}
        </Note>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <Field
            label={t('email')}
            type="email"
            autoComplete="username"
            value={email}
            onValue={setEmail}
          />
          <Field
            label={t('recoveryCode')}
            help={t('recoveryCodeHelp')}
            value={recoveryCode}
            onValue={(value) => setRecoveryCode(tidyRecoveryCode(value))}
            autoComplete="off"
            spellCheck={false}
          />
          <Button
            tone="primary"
            size="large"
            isSubmit
            isBusy={isBusy}
            disabled={email.trim() === '' || recoveryCode.length !== 19}
          >
            {t('recoverySend')}
          </Button>
          {problem && (
            <Note tone="bad" isLive>
              {problem}
            </Note>
          )}
        </form>
      )}
      <p className={text.small}>
        <Link to="/login" className={text.link}>
          {t('back')}
        </Link>
      </p>
    </SignInFrame>
  )
}
