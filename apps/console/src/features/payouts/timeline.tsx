import { classNames } from '@solstice/ui/class-names.ts'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { shortHash } from '#/lib/short-hash.ts'
import { formatSecond } from '#/lib/times.ts'
import { Icon } from '#/ui/icon.tsx'
import type { IconName } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { PayoutDetail } from './api.ts'
import styles from './payouts.module.css'

type Step = PayoutDetail['timeline'][number]

const MARKS: Record<Step['kind'], { icon: IconName; tone: 'ok' | 'warn' | 'bad' }> = {
  REQUESTED: { icon: 'check', tone: 'ok' },
  RESERVED: { icon: 'check', tone: 'ok' },
  SIGNED: { icon: 'check', tone: 'ok' },
  SENT: { icon: 'check', tone: 'ok' },
  REPLACED: { icon: 'retry', tone: 'warn' },
  CONFIRMED: { icon: 'check', tone: 'ok' },
  FAILED: { icon: 'close', tone: 'bad' },
}

/** Lists the steps of a payout from its request to its last block. */
export function Timeline({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation('payouts')
  return (
    <ol className={styles.steps}>
      {payout.timeline.map((step) => (
        <li key={`${step.kind} ${step.txHash ?? step.at}`} className={styles.step}>
          <span className={styles.mark} data-tone={MARKS[step.kind].tone}>
            <Icon name={MARKS[step.kind].icon} />
          </span>
          <span className={styles.words}>
            <b>{t(`steps.${step.kind}`)}</b>
            <StepNote step={step} payout={payout} />
          </span>
          <time dateTime={step.at} className={classNames(text.small, text.soft, text.numbers)}>
            {formatSecond(step.at)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function StepNote({ step, payout }: { step: Step; payout: PayoutDetail }) {
  const { t } = useTranslation('payouts')
  const { coin, confirmations, scanUrl, failure } = payout
  const { kind, nonce, maxFee, fee, raisedPercent, block, txHash } = step
  const notes = [
    nonce !== null && t('notes.nonce', { nonce: formatNumber(nonce) }),
    maxFee !== null && t('notes.maxFee', { fee: formatAmount(maxFee), coin: coin ?? '' }),
    raisedPercent !== null && t('notes.raised', { percent: formatNumber(raisedPercent) }),
    block !== null &&
      t('notes.block', { block: formatNumber(block), blocks: formatNumber(confirmations ?? 0) }),
    fee !== null && t('notes.fee', { fee: formatAmount(fee), coin: coin ?? '' }),
    kind === 'FAILED' && failure,
  ].filter((note) => typeof note === 'string')
  return (
    <>
      {notes.length > 0 && (
        <span className={classNames(text.small, text.soft)}>{notes.join(', ')}</span>
      )}
      {/* The final step repeats the hash of the transaction that was mined. */}
      {txHash !== null && kind !== 'CONFIRMED' && <Hash txHash={txHash} scanUrl={scanUrl} />}
    </>
  )
}

function Hash({ txHash, scanUrl }: { txHash: string; scanUrl: string }) {
  const { t } = useTranslation('payouts')
  const short = <code className={text.small}>{shortHash(txHash)}</code>
  if (scanUrl === '') return <span title={txHash}>{short}</span>
  return (
    <a
      href={`${scanUrl.replace(/\/$/, '')}/tx/${txHash}`}
      target="_blank"
      rel="noreferrer"
      className={text.link}
      title={txHash}
      aria-label={t('explorer', { hash: shortHash(txHash) })}
    >
      {short}
    </a>
  )
}
