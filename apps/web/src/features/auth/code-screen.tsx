import { CODE_LENGTH, readCode } from '@solstice/rules/verification'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import letter from '#/art/letter.svg'
import { focusFirstProblem } from '#/lib/form.ts'
import { formatCountdown } from '@solstice/ui/time.ts'
import { showToast } from '#/lib/toast.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useCountdown } from '#/lib/use-countdown.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { CodeInput } from '#/ui/code-input.tsx'
import { Screen } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import type { CodeSent } from './code-sent.ts'
import { failureText, refusedField } from './refusal.ts'
import styles from './sign-up.module.css'
import { validateCode } from './validation.ts'
import { StepHeader } from './step-header.tsx'

type CodeScreenProps = {
  back: { label: string; onPress: () => void }
  email: string
  /** Unknown after a reload. */
  codeSent: CodeSent | undefined
  verify: (code: string) => Promise<void>
  sendAgain: () => Promise<void>
  onVerified: () => void
  onOtherEmail: () => void
  /** Called when the address itself can no longer be used. */
  onEmailRefused: (message: string) => void
}

/** Lets the member enter a mailed code, for a sign-up or a password reset. */
export function CodeScreen(props: CodeScreenProps) {
  const { t } = useTranslation('auth')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy()

  async function verify(): Promise<void> {
    const problem = validateCode(code)
    if (problem) return setError(t(`problem.${problem}`))
    try {
      await props.verify(code)
    } catch (cause) {
      const message = failureText(cause, t('verification.failed'), t)
      if (refusedField(cause) === 'code') setError(message)
      else showToast(message, { tone: 'attention' })
      return
    }
    props.onVerified()
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    if (!isBusy) void run(verify).finally(() => focusFirstProblem(form))
  }

  return (
    <Screen
      onSubmit={submit}
      header={<StepHeader back={props.back} current={2} total={3} />}
      dock={
        <>
          <Button
            type="submit"
            variant={code.length === CODE_LENGTH ? 'lit' : 'quiet'}
            isBusy={isBusy}
          >
            {t('verification.submit')}
          </Button>
          <Button variant="text" onClick={props.onOtherEmail}>
            {t('verification.otherEmail')}
          </Button>
        </>
      }
    >
      <img className={styles.letter} src={letter} alt="" width={172} height={120} />
      <div className={classNames(styles.intro, styles.centered)}>
        <h1 className={text.headline}>{t('verification.title')}</h1>
        <p className={text.soft}>
          {t('verification.text')} <span className={styles.address}>{props.email}</span>
        </p>
      </div>
      <CodeInput
        label={t('verification.code')}
        length={CODE_LENGTH}
        value={code}
        error={error}
        autoFocus
        onChange={(digits) => {
          setCode(readCode(digits))
          setError(undefined)
        }}
      />
      <CodeTimes
        codeSent={props.codeSent}
        sendAgain={props.sendAgain}
        onSentAgain={() => {
          setCode('')
          setError(undefined)
        }}
        onEmailRefused={props.onEmailRefused}
      />
    </Screen>
  )
}

type CodeTimesProps = Pick<CodeScreenProps, 'codeSent' | 'sendAgain' | 'onEmailRefused'> & {
  onSentAgain: () => void
}

/** Shows how long the code is valid and when another can be sent. */
function CodeTimes({ codeSent, sendAgain, onSentAgain, onEmailRefused }: CodeTimesProps) {
  const { t } = useTranslation('auth')
  const validMs = useCountdown(codeSent?.expiresAtMs ?? 0)
  const resendMs = useCountdown(codeSent?.resendAtMs ?? 0)
  const { isBusy: isSending, run } = useBusy()

  async function send(): Promise<void> {
    try {
      await sendAgain()
      onSentAgain()
      showToast(t('verification.sentAgain'), { tone: 'done' })
    } catch (cause) {
      const message = failureText(cause, t('verification.resendFailed'), t)
      if (refusedField(cause) === 'email') return onEmailRefused(message)
      showToast(message, { tone: 'attention' })
    }
  }

  return (
    <div className={classNames(styles.times, text.number)}>
      <span className={text.soft} role="timer">
        {codeSent &&
          (validMs > 0
            ? t('verification.validFor', { time: formatCountdown(validMs) })
            : t('verification.expired'))}
      </span>
      {resendMs > 0 ? (
        <span className={text.faint}>
          {t('verification.sendAgainIn', { time: formatCountdown(resendMs) })}
        </span>
      ) : (
        <button
          type="button"
          className={styles.again}
          aria-busy={isSending || undefined}
          onClick={() => void run(send)}
        >
          {t('verification.sendAgain')}
        </button>
      )}
    </div>
  )
}
