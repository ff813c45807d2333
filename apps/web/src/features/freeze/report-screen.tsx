import { Code } from '@solstice/contract/codes'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { DoneScreen } from '#/ui/done-screen.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen } from '#/ui/screen.tsx'
import illustration from '#/ui/illustration.module.css'
import text from '#/ui/text.module.css'
import { readLink, reportTheft } from './api.ts'
import type { ReportedEvent } from './api.ts'

type LinkState =
  | { kind: 'loading' }
  | { kind: 'open'; event: ReportedEvent }
  | { kind: 'reported' }
  | { kind: 'invalid' }
  | { kind: 'failed' }

type ReportScreenProps = {
  token: string
  /** Called when all sessions have ended, including the one of this browser. */
  onReported: () => void
}

/** Opened from a mail, without a session. Nothing happens before the button is pressed. */
export function ReportScreen({ token, onReported }: ReportScreenProps) {
  const { t } = useTranslation('freeze')
  const [link, setLink] = useState<LinkState>({ kind: 'loading' })

  async function load(): Promise<void> {
    try {
      const event = await readLink(token)
      setLink(event.isUsed ? { kind: 'reported' } : { kind: 'open', event })
    } catch (cause) {
      setLink({ kind: codeOf(cause) === Code.NOT_FOUND ? 'invalid' : 'failed' })
    }
  }

  useEffect(() => {
    void load()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once for each token
  }, [token])

  switch (link.kind) {
    case 'loading':
      return <Screen>{null}</Screen>
    case 'open':
      return (
        <Question
          event={link.event}
          report={async () => {
            await reportTheft(token)
            onReported()
            setLink({ kind: 'reported' })
          }}
          onUsed={() => void load()}
        />
      )
    case 'reported':
      return (
        <DoneScreen
          title={t('report.doneTitle')}
          dock={
            <Link to="/auth/forgot-password" className={buttonClass('lit')}>
              {t('report.reset')}
            </Link>
          }
        >
          <p>{t('report.doneText')}</p>
        </DoneScreen>
      )
    case 'invalid':
      return (
        <Message title={t('report.invalidTitle')} body={t('report.invalidText')}>
          <Link to="/auth/login" className={buttonClass('lit')}>
            {t('report.toLogin')}
          </Link>
        </Message>
      )
    case 'failed':
      return (
        <Message title={t('report.loadFailed')} body={t('report.text')}>
          <Button onClick={() => void load()}>{t('report.tryAgain')}</Button>
        </Message>
      )
  }
}

type QuestionProps = {
  event: ReportedEvent
  report: () => Promise<void>
  /** Called when the link was used before, perhaps in another tab whose response was lost. */
  onUsed: () => void
}

function Question({ event, report, onUsed }: QuestionProps) {
  const { t } = useTranslation('freeze')
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()

  async function press(): Promise<void> {
    setProblem(undefined)
    try {
      await report()
    } catch (cause) {
      if (codeOf(cause) === Code.NOT_FOUND) return onUsed()
      setProblem(messageOf(cause, t('report.failed')))
    }
  }

  return (
    <Screen
      dock={
        <>
          <Button isBusy={isBusy} onClick={() => void run(press)}>
            {t('report.do')}
          </Button>
          <Link to="/" className={buttonClass('text')}>
            {t('report.itWasMe')}
          </Link>
        </>
      }
    >
      <div className={illustration.illustration}>
        <h1 className={text.headline}>{t('report.title')}</h1>
        <p>{t(`report.event.${event.event}`, { time: formatOwnMinute(event.at) })}</p>
        <p className={text.soft}>{t('report.text')}</p>
        {problem && <Notice role="alert">{problem}</Notice>}
      </div>
    </Screen>
  )
}

function Message(props: { title: string; body: string; children: ReactNode }) {
  return (
    <Screen dock={props.children}>
      <div className={illustration.illustration}>
        <h1 className={text.headline}>{props.title}</h1>
        <p className={text.soft}>{props.body}</p>
      </div>
    </Screen>
  )
}
