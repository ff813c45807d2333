import { readableAmount } from '@solstice/rules/amount'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import { formatUsd, valueUsd } from '#/features/wallet/amounts.ts'
import { UnsureError } from '#/features/wallet/chain/broadcast.ts'
import { feeCeilingOf, readReplacementFee } from '#/features/wallet/chain/fees.ts'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { RpcError } from '#/features/wallet/chain/rpc-error.ts'
import { NODE_QUERY } from '#/features/wallet/chain/rpc.ts'
import type { SignedTransaction } from '#/features/wallet/chain/signed-transaction.ts'
import type { TransactionDetail } from '#/features/wallet/chain/transaction.ts'
import { gasOf, replaceSent } from '#/features/wallet/chain/transfer.ts'
import type { Replacement } from '#/features/wallet/chain/transfer.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { needsAcceptance } from '#/features/wallet/review/explain-transaction.ts'
import { explainReplacement, isUnexpected } from '#/features/wallet/review/explain-transfer.ts'
import { hasSameEffect } from '#/features/wallet/review/review-again.ts'
import { TransactionReview } from '#/features/wallet/review/transaction-review.tsx'
import { useAcceptance } from '#/features/wallet/review/use-acceptance.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import styles from './replace-sheet.module.css'

type ReplaceSheetProps = {
  replacement: Replacement
  /** The pending transaction as this device signed it; undefined if another device sent it. */
  signed: SignedTransaction | undefined
  /** The recipient's name in the address book. */
  name: string | undefined
  userId: string
  detail: TransactionDetail
  assets: readonly Asset[]
  coin: Asset | undefined
  opener: Opener
  onClose: () => void
  onReplaced: (hash: string) => void
}

/** Sends a second transaction with the same nonce, so that only one of the two can be mined. */
export function ReplaceSheet(props: ReplaceSheetProps) {
  const { t } = useTranslation(['wallet', 'review'])
  const { t: tWallet } = useTranslation('wallet')
  const queries = useQueryClient()
  const { replacement, detail, signed, assets, coin, opener } = props
  const { kind } = replacement
  const isCall = signed?.data !== undefined
  const { network, transaction } = detail
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()
  const { data: fee } = useQuery({
    ...NODE_QUERY,
    queryKey: ['replacement-fee', transaction.hash],
    queryFn: () => readReplacementFee(network, signed ?? feeCeilingOf(transaction)),
    retry: 1,
  })
  const reviewKey = ['replacement-review', transaction.hash, kind]
  const review = useQuery({
    ...NODE_QUERY,
    queryKey: reviewKey,
    queryFn: () => explainReplacement(replacement, network, assets),
    retry: 1,
  })
  const explanation = review.data
  const isOdd = explanation !== undefined && isUnexpected(replacement, explanation)
  const acceptance = useAcceptance(explanation)
  const canSign =
    explanation !== undefined &&
    explanation.outcome.kind !== 'fails' &&
    (acceptance.isAccepted || !(isOdd || needsAcceptance(explanation)))
  const most = fee && gasOf(replacement) * fee.maxFeePerGas

  async function replace(): Promise<void> {
    // Sign only the fee that is shown on the screen.
    if (!fee || !canSign) return
    setProblem(undefined)
    try {
      const opening = await opener.byPin()
      if (!opening) return
      // A contract may have changed while the member read the review and typed the PIN.
      const latest = await explainReplacement(replacement, network, assets)
      if (!hasSameEffect(latest, explanation)) {
        queries.setQueryData(reviewKey, latest)
        return setProblem(t('review:again.effect'))
      }
      const owner = { userId: props.userId, opening }
      props.onReplaced((await replaceSent(network, replacement, fee, owner)).hash)
    } catch (cause) {
      if (cause instanceof UnsureError) return props.onReplaced(cause.sent.hash)
      const isTooLate = cause instanceof RpcError && /nonce/i.test(cause.detail)
      setProblem(isTooLate ? t('detail.tooLate') : problemText(cause, tWallet, network.name))
    }
  }

  return (
    <Sheet
      isOpen
      onClose={props.onClose}
      title={t(
        `detail.${kind === 'cancel' ? 'cancel' : 'speedUp'}${isCall ? 'CallTitle' : 'Title'}`,
      )}
      actions={
        <>
          <Button
            variant={kind === 'cancel' ? 'quiet' : 'lit'}
            isBusy={isBusy}
            disabled={fee === undefined || !canSign}
            onClick={() => void run(replace)}
          >
            <Icon name="lock" size={20} />
            {t('send.confirmPin')}
          </Button>
          <Button variant="text" onClick={props.onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <p className={text.soft}>
          {t(`detail.${kind === 'cancel' ? 'cancel' : 'speedUp'}${isCall ? 'CallText' : 'Text'}`)}
        </p>
        {replacement.kind === 'speed-up' && !isCall && (
          <SentAgain signed={replacement.signed} name={props.name} />
        )}
        <p className={styles.fee}>
          <span className={classNames(text.small, text.soft)}>{t('detail.newFee')}</span>
          <span className={text.number}>
            {most === undefined
              ? t('none')
              : `${readableAmount(most, network.decimals)} ${network.symbol}`}
            {most !== undefined &&
              coin &&
              ` · ${formatUsd(valueUsd(most, network.decimals, coin.priceUsd) ?? 0)}`}
          </span>
        </p>
        {explanation && (
          <TransactionReview
            network={network}
            explanation={explanation}
            isUnexpected={isOdd}
            acceptance={acceptance}
          />
        )}
        {review.isError && !explanation && (
          <ErrorState
            message={problemText(review.error, tWallet, network.name)}
            retryLabel={t('retry')}
            isRetrying={review.isFetching}
            onRetry={() => void review.refetch()}
          />
        )}
        {problem && <Notice role="alert">{problem}</Notice>}
      </div>
    </Sheet>
  )
}

/** Shows the recipient and amount of the transfer to sign, decoded from the bytes signed before. */
function SentAgain({ signed, name }: { signed: SignedTransaction; name: string | undefined }) {
  const { t } = useTranslation('wallet')
  const { asset, amount, to } = signed
  const usdValue = valueUsd(amount, asset.decimals, asset.priceUsd)
  return (
    <Card>
      <dl className={styles.again}>
        <div className={styles.fee}>
          <dt className={classNames(text.small, text.soft)}>{t('send.amount')}</dt>
          <dd className={classNames(text.strong, text.number)}>
            {readableAmount(amount, asset.decimals)} {asset.symbol}
            {usdValue !== undefined && <span className={text.soft}> · {formatUsd(usdValue)}</span>}
          </dd>
        </div>
        <div>
          <dt className={classNames(text.small, text.soft)}>
            {t('send.to')} {name}
          </dt>
          <dd>
            <AddressInFull address={to} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
