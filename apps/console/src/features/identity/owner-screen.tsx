import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { claimOwner } from './api.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in.module.css'

/** Enrols the first owner, who knows the token of the server's settings. */
export function OwnerScreen() {
  const { t } = useTranslation('signIn')
  const navigate = useNavigate()
  const { isBusy, run } = useBusy()
  const [token, setToken] = useState('')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [isMailed, setMailed] = useState(false)
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    void run(async () => {
      setProblem(undefined)
      try {
        const { enrolmentCode } = await claimOwner({ token, name, email: email.trim() })
        if (enrolmentCode === null) setMailed(true)
        else await navigate({ to: '/enrol/$code', params: { code: enrolmentCode } })
      } catch (error) {
        setProblem(messageOf(error, t('failed')))
      }
    })
  }

  return (
    <SignInFrame title={t('ownerTitle')} lead={t('ownerLead')}>
      {isMailed ? (
        <Note tone="ok" isLive>
          {t('ownerMailed')}
        </Note>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <Field
            label={t('ownerToken')}
            type="password"
            autoComplete="off"
            value={token}
            onValue={setToken}
          />
          <Field
            label={t('ownerName')}
            help={t('ownerNameHelp')}
            autoComplete="off"
            value={name}
            onValue={(value) => setName(value.toLowerCase())}
          />
          <Field
            label={t('email')}
            type="email"
            autoComplete="username"
            value={email}
            onValue={setEmail}
          />
          <Button
            tone="primary"
            size="large"
            isSubmit
            isBusy={isBusy}
            disabled={token === '' || name.length < 2 || email.trim() === ''}
          >
            {t('continue')}
          </Button>
          {problem && (
            <Note tone="bad" isLive>
              {problem}
            </Note>
          )}
        </form>
      )}
    </SignInFrame>
  )
}
