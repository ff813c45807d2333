import { Code } from '@solstice/contract/codes'
import { CODE_LENGTH, readCode } from '@solstice/rules/verification'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { useAction } from '#/lib/use-action.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { CodeInput } from '#/ui/code-input.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { holdQuery, liftFreeze, sendUnfreezeCode } from './api.ts'
import styles from './unfreeze-screen.module.css'

const CODE_ERRORS: readonly (number | undefined)[] = [
  Code.VERIFICATION_CODE_INVALID,
  Code.VERIFICATION_CODE_EXPIRED,
]

type UnfreezeScreenProps = {
  back: { label: string; onPress: () => void }
  /** Resolves to undefined when the member cancels. */
  promptForPin: () => Promise<string | undefined>
  onUnfrozen: () => void
}

/** Lifts the freeze after a report, with a code from the mailbox and the PIN. */
export function UnfreezeScreen({ back, promptForPin, onUnfrozen }: UnfreezeScreenProps) {
  const { t } = useTranslation('freeze')
  const { data: hold } = useQuery(holdQuery)
  const [isSent, setSent] = useState(false)
  const { run: send, isBusy } = useAction({
    call: sendUnfreezeCode,
    texts: {
      done: () => t('lift.sent'),
      failed: (error) => messageOf(error, t('lift.sendFailed')),
    },
    onDone: () => setSent(true),
  })
  const header = <ScreenHeader back={back} title={t('lift.title')} />

  if (hold !== undefined && hold?.reason !== 'FROZEN') {
    return (
      <Screen header={header}>
        <p className={text.soft}>{t('lift.notFrozen')}</p>
      </Screen>
    )
  }
  if (isSent) {
    return (
      <EnterCode
        header={header}
        promptForPin={promptForPin}
        onSendAgain={send}
        onUnfrozen={onUnfrozen}
      />
    )
  }
  return (
    <Screen
      header={header}
      dock={
        <Button isBusy={isBusy} onClick={() => void send()}>
          {t('lift.send')}
        </Button>
      }
    >
      <p>{t('lift.text')}</p>
    </Screen>
  )
}

type EnterCodeProps = Pick<UnfreezeScreenProps, 'promptForPin' | 'onUnfrozen'> & {
  header: ReactNode
  onSendAgain: () => Promise<unknown>
}

function EnterCode({ header, promptForPin, onSendAgain, onUnfrozen }: EnterCodeProps) {
  const { t } = useTranslation('freeze')
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { run, isBusy } = useAction({
    call: (pinToken: string) => liftFreeze(code, pinToken),
    onDone: async () => {
      await queries.invalidateQueries()
      showToast(t('lift.done'), { tone: 'done' })
      onUnfrozen()
    },
    onFailed: (cause) => {
      const message = messageOf(cause, t('lift.failed'))
      if (CODE_ERRORS.includes(codeOf(cause))) setError(message)
      else showToast(message, { tone: 'attention' })
    },
  })

  async function lift(): Promise<void> {
    if (code.length !== CODE_LENGTH) return setError(t('lift.codeRequired'))
    const pinToken = await promptForPin()
    if (pinToken !== undefined) await run(pinToken)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!isBusy) void lift()
  }

  return (
    <Screen
      header={header}
      onSubmit={submit}
      dock={
        <>
          <Button type="submit" isBusy={isBusy}>
            {t('lift.confirm')}
          </Button>
          <Button variant="text" onClick={() => void onSendAgain()}>
            {t('lift.sendAgain')}
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        <p>{t('lift.text')}</p>
        <CodeInput
          label={t('lift.code')}
          length={CODE_LENGTH}
          value={code}
          error={error}
          autoFocus
          onChange={(digits) => {
            setCode(readCode(digits))
            setError(undefined)
          }}
        />
        <p className={classNames(text.small, text.soft)}>{t('lift.support')}</p>
      </div>
    </Screen>
  )
}
