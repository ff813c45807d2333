import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import {
  requestPersistence,
  isNeverRegistered,
  keepAndRegister,
} from '#/features/wallet/device/register.ts'
import { Vessel } from '#/features/wallet/device/vessel.tsx'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { Cancelled, useAction } from '#/lib/use-action.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useUpdateHold } from '#/shell/update/use-update-hold.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { DoneScreen } from '#/ui/done-screen.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Steps } from '#/ui/steps.tsx'
import text from '#/ui/text.module.css'
import { vault } from '#/vault/vault.ts'
import styles from './create-screen.module.css'
import { draftAddress, dropDraft, makeDraft, showDraft } from './draft.ts'
import { RevealCover, WordGrid } from './reveal-cover.tsx'
import { ImportForm } from './import-form.tsx'
import { Quiz } from './quiz.tsx'

type Step =
  | { kind: 'start' }
  | { kind: 'words'; address: string }
  | { kind: 'quiz'; address: string }
  | { kind: 'bring' }
  | { kind: 'done'; isImported: boolean; isPersistent: boolean | undefined }

type CreateScreenProps = {
  userId: string
  back: { label: string; onPress: () => void }
  opener: Opener
  /** Returns true while the PIN gate replaces this screen; the app returns here afterwards. */
  isLocked: () => boolean
}

/**
 * Resumes the draft, because a lock while the member writes down the words must not lose the
 * wallet.
 */
function firstStep(): Step {
  const address = draftAddress()
  return address === undefined ? { kind: 'start' } : { kind: 'words', address }
}

const POINTS = ['phrase', 'pin', 'networks'] as const

const TOTAL_STEPS = 3

export function CreateScreen({ userId, back, opener, isLocked }: CreateScreenProps) {
  const { t } = useTranslation('wallet')
  const [step, setStep] = useState<Step>(firstStep)
  const [problem, setProblem] = useState<string>()
  const creating = useBusy()
  const saving = useAction({
    call: async ({ address, method }: { address: string; method: 'CREATE' | 'IMPORT' }) => {
      setProblem(undefined)
      const entered = await opener.pinToRegister()
      if (!entered) throw new Cancelled()
      await keepAndRegister({ address }, { userId, ...entered, method })
      return requestPersistence()
    },
    onDone: (isPersistent, { method }) => {
      if (method === 'CREATE') dropDraft()
      setStep({ kind: 'done', isImported: method === 'IMPORT', isPersistent })
    },
    onFailed: (cause, { method }) => {
      // The import form shows its own problems.
      if (method === 'IMPORT') return
      if (isNeverRegistered(cause)) dropDraft()
      setProblem(problemText(cause, t))
    },
  })
  const isBusy = creating.isBusy || saving.isBusy
  useEffect(() => showDraft(isLocked), [isLocked])
  useUpdateHold(isBusy)

  const make = () =>
    creating.run(async () => {
      setProblem(undefined)
      try {
        const { address } = await makeDraft()
        setStep({ kind: 'words', address })
      } catch (cause) {
        setProblem(problemText(cause, t))
      }
    })

  const stepBack = (to: Step) => ({
    label: back.label,
    onPress: () => {
      setProblem(undefined)
      setStep(to)
      if (to.kind === 'start') dropDraft()
    },
  })

  switch (step.kind) {
    case 'start':
      return (
        <Screen
          header={<ScreenHeader back={back} title={t('create.title')} />}
          dock={
            <>
              <Button isBusy={isBusy} onClick={() => void make()}>
                {t('create.new')}
              </Button>
              <Button variant="quiet" onClick={() => setStep({ kind: 'bring' })}>
                {t('create.existing')}
              </Button>
              <Link to="/home" className={buttonClass('text')}>
                {t('create.later')}
              </Link>
            </>
          }
        >
          <Vessel />
          <h2 className={text.headline}>{t('create.headline')}</h2>
          <p className={styles.lead}>{t('create.text')}</p>
          <ul className={styles.points}>
            {POINTS.map((name) => (
              <li key={name}>
                {name === 'phrase' && <ScreenIcon name="edit" size={20} />}
                {name === 'pin' && <Icon name="lock" size={20} />}
                {name === 'networks' && <Glyph name="globe" size={20} />}
                <span>{t(`create.points.${name}`)}</span>
              </li>
            ))}
          </ul>
          {problem && <Notice role="alert">{problem}</Notice>}
        </Screen>
      )
    case 'words':
      return (
        <WordsStep
          back={stepBack({ kind: 'start' })}
          onWritten={() => setStep({ kind: 'quiz', address: step.address })}
          // The draft was lost with its worker, so a new wallet has to be created.
          onFailed={(cause) => {
            dropDraft()
            setStep({ kind: 'start' })
            setProblem(problemText(cause, t))
          }}
        />
      )
    case 'quiz':
      return (
        <Screen header={<ScreenHeader back={stepBack({ kind: 'words', address: step.address })} />}>
          <Steps
            current={2}
            total={TOTAL_STEPS}
            label={t('create.step', { current: 2, total: TOTAL_STEPS })}
          />
          <Quiz
            check={(answers) => vault.checkDraft(answers)}
            isBusy={isBusy}
            problem={problem}
            onCorrect={async () => {
              await saving.run({ address: step.address, method: 'CREATE' })
            }}
            onSeeAgain={() => setStep({ kind: 'words', address: step.address })}
          />
        </Screen>
      )
    case 'bring':
      return (
        <ImportForm
          back={stepBack({ kind: 'start' })}
          lead={t('import.bringLead')}
          onDraft={async ({ address }) => {
            await saving.runOrThrow({ address, method: 'IMPORT' })
          }}
        />
      )
    case 'done':
      return <CreatedScreen isImported={step.isImported} isPersistent={step.isPersistent} />
  }
}

type WordsStepProps = {
  back: { label: string; onPress: () => void }
  onWritten: () => void
  onFailed: (cause: unknown) => void
}

function WordsStep({ back, onWritten, onFailed }: WordsStepProps) {
  const { t } = useTranslation('wallet')
  const [isSeen, setSeen] = useState(false)
  const [note, setNote] = useState<string>()
  return (
    <Screen
      header={<ScreenHeader back={back} />}
      dock={
        <Button onClick={() => (isSeen ? onWritten() : setNote(t('create.writtenFirst')))}>
          {t('create.written')}
        </Button>
      }
    >
      <Steps
        current={1}
        total={TOTAL_STEPS}
        label={t('create.step', { current: 1, total: TOTAL_STEPS })}
      />
      <div className={styles.text}>
        <h1 className={text.headline}>{t('create.phraseTitle')}</h1>
        <p className={text.soft}>{t('create.phraseText')}</p>
        <RevealCover
          labels={{ show: t('create.show'), hide: t('create.hide') }}
          load={() => vault.draftWords()}
          placeholder={<WordGrid words={undefined} />}
          onSeen={() => {
            setSeen(true)
            setNote(undefined)
          }}
          onFailed={onFailed}
        >
          {(words) => <WordGrid words={words} />}
        </RevealCover>
        <p className={text.small} role="alert">
          {note}
        </p>
      </div>
    </Screen>
  )
}

function CreatedScreen(props: { isImported: boolean; isPersistent: boolean | undefined }) {
  const { t } = useTranslation('wallet')
  const isSafe = props.isPersistent === true
  return (
    <DoneScreen
      title={t(props.isImported ? 'import.done' : 'create.done')}
      dock={
        <>
          <Link to="/wallet/" replace className={buttonClass('lit')}>
            {t('create.toWallet')}
          </Link>
          {!isSafe && (
            <Link to="/more/wallet-management" replace className={buttonClass('quiet')}>
              {t('create.toExport')}
            </Link>
          )}
        </>
      }
    >
      <p>{t(props.isImported ? 'import.doneText' : 'create.doneText')}</p>
      <p className={text.small}>{t(isSafe ? 'create.persistent' : 'create.notPersistent')}</p>
    </DoneScreen>
  )
}
