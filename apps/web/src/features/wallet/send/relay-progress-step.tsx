import { messageOf } from '@solstice/ui/api-error.ts'
import { Link } from '@tanstack/react-router'
import { shortAddress } from '#/features/wallet/address.ts'
import type { RelayedSend, SignedRelay } from '#/features/wallet/relay/api.ts'
import { setRelayLeft } from '#/features/wallet/relay/stored-relay.ts'
import { useFollowedRelay } from '#/features/wallet/relay/use-followed-relay.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { LiveSteps } from '#/shell/live-steps.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Screen } from '#/ui/screen.tsx'
import type { StepState } from '#/ui/step-list.tsx'
import text from '#/ui/text.module.css'
import { TransferIllustration } from '#/ui/transfer-illustration.tsx'
import styles from './send-progress.module.css'

type RelayProgressStepProps = {
  userId: string
  body: SignedRelay
  name: string | undefined
  /** Starts another send, to the same recipient after a failure. */
  onAnother: (to: string) => void
}

/** Submits a signed send and shows its steps until it has ended, also after a reload. */
export function RelayProgressStep({ userId, body, name, onAnother }: RelayProgressStepProps) {
  const { t } = useTranslation('relay')
  const { t: tWallet } = useTranslation('wallet')
  const followed = useFollowedRelay(userId, body, { isExplained: true })
  const { sent, refusal, isUnsure, state } = followed
  const isDone = state === 'done'
  const isFailed = state === 'failed'
  const leave = () => setRelayLeft(userId, body.nonce, true)

  const title = isDone
    ? tWallet('send.arrived')
    : isFailed
      ? t('failed.title')
      : tWallet('send.onItsWay')
  return (
    <Screen
      dock={
        <>
          <Link
            to="/wallet/"
            replace
            className={buttonClass(isDone ? 'lit' : 'quiet')}
            onClick={leave}
          >
            {tWallet('send.toWallet')}
          </Link>
          {sent?.txHash && !isFailed && (
            <Link
              to="/wallet/history/$txId/"
              params={{ txId: sent.txHash }}
              search={{ chainId: sent.chainId }}
              replace
              className={buttonClass('text')}
            >
              {tWallet('send.details')}
            </Link>
          )}
          {isFailed && (
            <Button variant="text" onClick={() => onAnother(body.recipient)}>
              {t('failed.again')}
            </Button>
          )}
          {state === 'underway' && (
            <Button
              variant="text"
              onClick={() => {
                leave()
                onAnother('')
              }}
            >
              {t('another')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.illustration}>
        <TransferIllustration at={isDone ? 'there' : 'underway'} className={styles.art} />
        <h1 className={text.headline}>{title}</h1>
        {sent && (
          <p className={classNames(text.soft, text.number)}>
            {sent.amount} {sent.symbol} → {name ?? shortAddress(body.recipient)}
          </p>
        )}
        {sent && state === 'underway' && (
          <p className={classNames(text.small, text.soft)}>{t('mayLeave')}</p>
        )}
      </div>
      {isFailed && (
        <Notice role="alert">
          {sent?.failure ? t(`failed.${sent.failure}`) : messageOf(refusal, t('failed.unknown'))}
        </Notice>
      )}
      {isUnsure && <Notice role="alert">{t('unsure')}</Notice>}
      <div className={styles.steps}>
        <LiveSteps
          steps={[
            { name: 'signed', state: 'done', label: tWallet('send.steps.signed') },
            {
              name: 'taken',
              state: takenState(sent, refusal !== undefined),
              label: t('steps.taken'),
            },
            { name: 'submitted', state: submittedState(sent), label: t('steps.submitted') },
            { name: 'done', state: isDone ? 'done' : 'later', label: tWallet('send.steps.done') },
          ]}
        />
      </div>
    </Screen>
  )
}

function takenState(sent: RelayedSend | undefined, isRefused: boolean): StepState {
  if (sent) return 'done'
  return isRefused ? 'failed' : 'now'
}

function submittedState(sent: RelayedSend | undefined): StepState {
  if (sent?.state === 'FAILED') return 'failed'
  if (sent?.state === 'DONE') return 'done'
  return sent ? 'now' : 'later'
}
