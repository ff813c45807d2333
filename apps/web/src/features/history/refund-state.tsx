import { DAY_MS } from '@solstice/rules/duration'
import { CHANGE_OF_MIND_MS } from '@solstice/rules/refund'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { webSettings } from '#/lib/settings.ts'
import { LiveSteps } from '#/shell/live-steps.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { StepState } from '#/ui/step-list.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import long from '#/ui/long-value.module.css'
import text from '#/ui/text.module.css'
import type { HistoryDetail } from './api.ts'
import styles from './history-item-screen.module.css'
import { refundSteps } from './refund-steps.ts'
import type { RefundStep } from './refund-steps.ts'

type RefundStateProps = {
  refund: NonNullable<HistoryDetail['refund']>
  chainId: number | undefined
}

/** Shows the state of a refund, during and after its decision. */
export function RefundState({ refund, chainId }: RefundStateProps) {
  const { t } = useTranslation('history')
  const { type, reason, outcome, note, networkFee, txHash, requestedAt, decidedAt } = refund
  const notes = {
    requested: formatOwnMinute(requestedAt),
    decided: decidedAt === null ? undefined : formatOwnMinute(decidedAt),
    settled: undefined,
  }
  const isDeclined = outcome === 'DECLINED'
  const isUnexplained = note === null && isDeclined
  return (
    <section className={styles.refund}>
      <h2 className={text.title}>{t('item.refundTitle')}</h2>
      <LiveSteps
        steps={refundSteps(refund).map(({ name, state }) => ({
          name,
          state,
          label: t(`item.refundSteps.${labelOf(name, state, outcome)}`),
          note: notes[name],
        }))}
      />
      <Facts
        facts={[
          [t('item.refundType'), t(`item.types.${type}`)],
          outcome !== null && [t('item.outcome'), t(`item.outcomes.${outcome}`)],
          reason !== null && [t('item.refundReason'), reason],
          note !== null && [t('item.refundNote'), note],
          // A decision without a note still needs its reason and the rule.
          isUnexplained && [t('item.refundNote'), t('item.declinedText')],
          isUnexplained && [
            t('item.refundRule'),
            t('item.declinedRule', { count: CHANGE_OF_MIND_MS / DAY_MS }),
          ],
          isDeclined && [
            t('item.refundNext'),
            t('item.declinedNext', { email: webSettings().supportEmail }),
          ],
          networkFee !== null && [
            t('item.networkFee'),
            t('item.networkFeeTaken', { ...networkFee }),
          ],
          txHash !== null && [
            t('item.refundTx'),
            <TransactionLink key="tx" hash={txHash} chainId={chainId} />,
          ],
        ]}
      />
    </section>
  )
}

function labelOf(
  name: RefundStep['name'],
  state: StepState,
  outcome: RefundStateProps['refund']['outcome'],
) {
  if (name === 'decided' && state === 'now') return 'deciding'
  if (name === 'decided' && state === 'failed') return 'declined'
  return name === 'settled' && outcome === 'CREDITED' ? 'credited' : name
}

type TransactionLinkProps = { hash: string; chainId: number | undefined }

export function TransactionLink({ hash, chainId }: TransactionLinkProps) {
  return (
    <Link
      to="/wallet/history/$txId/"
      params={{ txId: hash }}
      search={chainId === undefined ? {} : { chainId }}
      className={classNames(long.long)}
    >
      {hash}
    </Link>
  )
}
