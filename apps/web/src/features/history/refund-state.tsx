import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '#/lib/programme-time.ts'
import { Facts } from '#/ui/facts.tsx'
import { StepList } from '#/ui/step-list.tsx'
import text from '#/ui/text.module.css'
import type { HistoryDetail } from './api.ts'
import styles from './history-item-screen.module.css'
import { refundSteps } from './refund-steps.ts'

type RefundStateProps = {
  refund: NonNullable<HistoryDetail['refund']>
  chainId: number | undefined
}

/** Where a refund stands, while it is decided and after. */
export function RefundState({ refund, chainId }: RefundStateProps) {
  const { t } = useTranslation('history')
  const { type, reason, outcome, note, txHash, requestedAt, decidedAt } = refund
  const notes = {
    requested: formatOwnMinute(requestedAt),
    decided: decidedAt === null ? undefined : formatOwnMinute(decidedAt),
    settled: undefined,
  }
  return (
    <section className={styles.refund}>
      <h2 className={text.title}>{t('item.refundTitle')}</h2>
      <StepList
        steps={refundSteps(refund).map(({ name, state }) => ({
          name,
          state,
          label: t(
            name === 'settled' && outcome === 'CREDITED'
              ? 'item.refundSteps.credited'
              : `item.refundSteps.${name}`,
          ),
          note: notes[name],
        }))}
      />
      <Facts
        facts={[
          [t('item.refundType'), t(`item.types.${type}`)],
          outcome !== null && [t('item.outcome'), t(`item.outcomes.${outcome}`)],
          reason !== null && [t('item.refundReason'), reason],
          note !== null && [t('item.refundNote'), note],
          txHash !== null && [
            t('item.refundTx'),
            <TransactionLink key="tx" hash={txHash} chainId={chainId} />,
          ],
        ]}
      />
    </section>
  )
}

type TransactionLinkProps = { hash: string; chainId: number | undefined }

export function TransactionLink({ hash, chainId }: TransactionLinkProps) {
  return (
    <Link
      to="/wallet/history/$txId/"
      params={{ txId: hash }}
      search={chainId === undefined ? {} : { chainId }}
      className={styles.link}
    >
      {hash}
    </Link>
  )
}
