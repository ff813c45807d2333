import { readableAmount } from '@solstice/rules/amount'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { shortAddress } from '#/features/wallet/address.ts'
import { progressQuery } from '#/features/wallet/chain/follow.ts'
import type { Progress } from '#/features/wallet/chain/follow.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { LiveSteps } from '#/shell/live-steps.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Screen } from '#/ui/screen.tsx'
import { TransferIllustration } from '#/ui/transfer-illustration.tsx'
import type { StepState } from '#/ui/step-list.tsx'
import text from '#/ui/text.module.css'
import styles from './send-progress.module.css'

type SendProgressStepProps = {
  network: Network
  sent: Sent
  name: string | undefined
  /** Sending got no response: the transfer may or may not have arrived. */
  isUnsure: boolean
}

/** Shows the steps of a transfer: signed, sent, confirming, done. */
export function SendProgressStep({ network, sent, name, isUnsure }: SendProgressStepProps) {
  const { t } = useTranslation('wallet')
  const { data: progress } = useQuery(progressQuery(network, sent))
  const isSeen = progress !== undefined && progress.kind !== 'lost'
  const isDone = progress?.kind === 'done'
  const isFailed = progress?.kind === 'failed'
  const isReplaced = progress?.kind === 'replaced'
  const isStillUnsure = isUnsure && !isSeen
  const title = isFailed
    ? t('send.failed')
    : isDone
      ? t('send.arrived')
      : isReplaced
        ? t('send.replaced')
        : isStillUnsure
          ? t('send.unsure')
          : t('send.onItsWay')
  return (
    <Screen
      dock={
        <>
          <Link to="/wallet/" replace className={buttonClass(isDone ? 'lit' : 'quiet')}>
            {t('send.toWallet')}
          </Link>
          <Link
            to="/wallet/history/$txId/"
            params={{ txId: sent.hash }}
            search={{ chainId: sent.chainId }}
            replace
            className={buttonClass('text')}
          >
            {t(isStillUnsure ? 'send.viewStatus' : 'send.details')}
          </Link>
        </>
      }
    >
      <div className={styles.illustration}>
        <TransferIllustration at={isDone ? 'there' : 'underway'} className={styles.art} />
        <h1 className={text.headline}>{title}</h1>
        <p className={classNames(text.soft, text.number)}>
          {readableAmount(BigInt(sent.amount), sent.decimals)} {sent.symbol} →{' '}
          {name ?? shortAddress(sent.to)}
        </p>
      </div>
      {isFailed && <Notice role="alert">{t('send.failedText')}</Notice>}
      {isReplaced && <Notice role="alert">{t('send.replacedText')}</Notice>}
      {isStillUnsure && <Notice role="alert">{t('send.unsureText')}</Notice>}
      {progress && 'wasReorged' in progress && progress.wasReorged && (
        <Notice role="alert">{t('detail.takenBack')}</Notice>
      )}
      <div className={styles.steps}>
        <LiveSteps
          steps={[
            { name: 'signed', state: 'done', label: t('send.steps.signed') },
            {
              name: 'sent',
              state: isStillUnsure ? 'now' : 'done',
              label: t('send.steps.sent', { network: network.name }),
            },
            {
              name: 'confirming',
              state: confirmingState(progress, isStillUnsure),
              label: confirmingLabel(),
            },
            { name: 'done', state: isDone ? 'done' : 'later', label: t('send.steps.done') },
          ]}
        />
      </div>
    </Screen>
  )

  function confirmingLabel(): string {
    const needed = network.confirmations
    if (progress?.kind === 'confirming') {
      return t('send.steps.confirming', { done: progress.confirmations, needed: progress.needed })
    }
    return isDone ? t('send.steps.confirming', { done: needed, needed }) : t('send.steps.waiting')
  }
}

function confirmingState(progress: Progress | undefined, isUnsure: boolean): StepState {
  if (isUnsure) return 'later'
  if (progress?.kind === 'replaced') return 'later'
  return progress?.kind === 'done' || progress?.kind === 'failed' ? 'done' : 'now'
}
