import { readableAmount } from '@solstice/rules/amount'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import { formatUsd, valueUsd } from '#/features/wallet/amounts.ts'
import { AssetIcon, NetworkDot } from '#/features/wallet/chain/asset-icon.tsx'
import type { Speed } from '#/features/wallet/chain/fees.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { NODE_QUERY } from '#/features/wallet/chain/rpc.ts'
import { shortageOf } from '#/features/wallet/chain/shortage.ts'
import type { Transfer } from '#/features/wallet/chain/transfer.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { ChangesCard } from '#/features/wallet/review/changes-card.tsx'
import { needsAcceptance } from '#/features/wallet/review/explain-transaction.ts'
import { isPlainTransfer } from '#/features/wallet/review/explain-transfer.ts'
import { isReadableReason } from '#/features/wallet/review/readable-reason.ts'
import type { Changed } from '#/features/wallet/review/review-again.ts'
import { TransactionReview } from '#/features/wallet/review/transaction-review.tsx'
import { useAcceptance } from '#/features/wallet/review/use-acceptance.ts'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { isDoubtful } from './recipient-trust.ts'
import type { RecipientTrust } from './recipient-trust.ts'
import { SaveAddress } from './address-book.tsx'
import { BalanceChange, useShortageText } from './balance-change.tsx'
import { ContractGuard } from './contract-guard.tsx'
import { FeeChoice } from './fee-choice.tsx'
import { RecipientGuard } from './recipient-guard.tsx'
import { changedTransfer, reviewKeyOf, reviewTransfer } from './reviewed-transfer.ts'
import type { Priced, ReviewedTransfer } from './reviewed-transfer.ts'
import styles from './send.module.css'

export type Confirmation = {
  by: 'pin' | 'passkey'
  /**
   * Tests the transfer again right before the signature. Returns undefined if it no longer does what
   * the member confirmed; the review then shows what it does now, and nothing is to be signed.
   */
  testAgain: () => Promise<Priced | undefined>
}

type SendReviewStepProps = {
  back: { label: string; onPress: () => void }
  /** Describes the purpose of the payment if it is more than a transfer. */
  title?: string
  about?: ReactNode
  /** An alternative action at the end. */
  otherwise?: ReactNode
  userId: string
  transfer: Transfer
  coin: Asset | undefined
  name: string | undefined
  recipientTrust: RecipientTrust
  /**
   * True if a contract at this address accepts the asset: it received it before on this network, or
   * an order names it.
   */
  isContractKnown: boolean
  /** Networks whose history could not be read. */
  silent?: readonly Network[]
  /** Reloads the lists of known addresses if one is missing. */
  onRetry?: (() => void) | undefined
  /** Used for saving the recipient. */
  promptForPin: Opener['pinForAddressBook']
  hasPasskey: boolean
  isBusy: boolean
  problem: string | undefined
  onConfirm: (confirmation: Confirmation) => void
}

/** Shows the predicted effect of a transfer, read from the network before signing. */
export function SendReviewStep(props: SendReviewStepProps) {
  const { t } = useTranslation(['wallet', 'review'])
  const { t: tWallet } = useTranslation('wallet')
  const queries = useQueryClient()
  const { transfer, coin, recipientTrust } = props
  const { network, asset, amount } = transfer
  const [speed, setSpeed] = useState<Speed>('normal')
  const [hasCompared, setCompared] = useState(false)
  const [isContractAccepted, setContractAccepted] = useState(false)
  const [changed, setChanged] = useState<Changed>()
  const [isSaving, setSaving] = useState(false)
  const preview = useQuery({
    ...NODE_QUERY,
    queryKey: reviewKeyOf(transfer),
    queryFn: () => reviewTransfer(transfer),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 15_000,
    retry: false,
  })
  const { data } = preview
  const cost = data && data.gas * data.fees[speed].expectedPerGas
  const shortage = data && shortageOf(data, transfer, data.fees[speed])
  const usdValue = valueUsd(amount, asset.decimals, asset.priceUsd)
  const isCleared = hasCompared || !isDoubtful(recipientTrust)
  const isDoubtfulContract = data?.isToContract === true && !props.isContractKnown
  const isPlain = data !== undefined && isPlainTransfer(data.explanation, transfer)
  const mustAccept = data !== undefined && (!isPlain || needsAcceptance(data.explanation))
  const acceptance = useAcceptance(data?.explanation)
  const canConfirm =
    data !== undefined &&
    data.revert === undefined &&
    data.explanation.outcome.kind !== 'fails' &&
    (acceptance.isAccepted || !mustAccept) &&
    shortage === undefined &&
    isCleared &&
    (isContractAccepted || !isDoubtfulContract)

  function confirm(by: Confirmation['by']): void {
    if (!data || !canConfirm) return
    setChanged(undefined)
    props.onConfirm({ by, testAgain: () => testAgain(data) })
  }

  async function testAgain(shown: ReviewedTransfer): Promise<Priced | undefined> {
    const latest = await reviewTransfer(transfer)
    const change = changedTransfer(shown, latest, { transfer, speed })
    if (!change) return { gas: latest.gas, fee: shown.fees[speed] }
    queries.setQueryData(reviewKeyOf(transfer), latest)
    setChanged(change)
    return undefined
  }

  return (
    <Screen
      header={<ScreenHeader back={props.back} title={props.title ?? t('send.review')} />}
      dock={
        <>
          <Button
            disabled={!canConfirm}
            isBusy={props.isBusy}
            onClick={() => confirm(props.hasPasskey ? 'passkey' : 'pin')}
          >
            {props.hasPasskey ? <Glyph name="finger" size={20} /> : <Icon name="lock" size={20} />}
            {t(props.hasPasskey ? 'send.confirmPasskey' : 'send.confirmPin')}
          </Button>
          {props.hasPasskey && (
            <Button
              variant="text"
              disabled={!canConfirm}
              isBusy={props.isBusy}
              onClick={() => confirm('pin')}
            >
              {t('send.usePin')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.review}>
        <div className={styles.sum}>
          <p className={classNames(text.display, styles.wrap)}>
            {readableAmount(amount, asset.decimals)}{' '}
            <span className={text.faint}>{asset.symbol}</span>
          </p>
          <p className={classNames(text.soft, styles.under)}>
            {usdValue !== undefined && <span className={text.number}>{formatUsd(usdValue)}</span>}
            <span className={styles.pill}>
              <NetworkDot network={network} />
              {network.name}
            </span>
          </p>
        </div>
        {props.about}
        <Card>
          <div className={styles.head}>
            <span className={classNames(text.small, text.soft)}>
              {t('send.to')} {props.name}
            </span>
            {props.name === undefined && isCleared && (
              <button type="button" className={styles.save} onClick={() => setSaving(true)}>
                {t('send.saveAddress')}
              </button>
            )}
          </div>
          <AddressInFull address={transfer.to} />
        </Card>
        <RecipientGuard
          address={transfer.to}
          name={props.name}
          trust={recipientTrust}
          hasCompared={hasCompared}
          onCompared={() => setCompared(true)}
          silent={props.silent ?? []}
          onRetry={props.onRetry}
        />
        {isDoubtfulContract && (
          <ContractGuard
            symbol={asset.symbol}
            isAccepted={isContractAccepted}
            onChange={setContractAccepted}
          />
        )}
        {changed && <Notice role="alert">{t(`review:again.${changed}`)}</Notice>}
        {props.problem && <Notice role="alert">{props.problem}</Notice>}
        {preview.isError && !data ? (
          <ErrorState
            message={problemText(preview.error, tWallet, network.name)}
            retryLabel={t('retry')}
            isRetrying={preview.isFetching}
            onRetry={() => {
              void preview.refetch()
              props.onRetry?.()
            }}
          />
        ) : (
          <Changes preview={data} transfer={transfer} coin={coin} cost={cost} shortage={shortage} />
        )}
        {data &&
          data.revert === undefined &&
          shortage !== 'asset' &&
          !isTestedAndPlain(data, transfer) && (
            <TransactionReview
              network={network}
              explanation={data.explanation}
              isWithoutChanges={isPlain}
              isUnexpected={!isPlain}
              acceptance={acceptance}
            />
          )}
        {shortage === 'coin' && (
          <Notice role="alert">{t('send.feeTooMuch', { symbol: network.symbol })}</Notice>
        )}
        {data && (
          <FeeChoice
            fees={data.fees}
            gas={data.gas}
            network={network}
            coin={coin}
            chosen={speed}
            onChoose={setSpeed}
          />
        )}
        {props.otherwise}
      </div>
      {(props.name === undefined || isSaving) && (
        <SaveAddress
          isOpen={isSaving}
          onClose={() => setSaving(false)}
          address={transfer.to}
          userId={props.userId}
          own={transfer.from}
          promptForPin={props.promptForPin}
          hasCompared={hasCompared}
        />
      )}
    </Screen>
  )
}

/** Such a transfer needs no further account of what it does. */
const isTestedAndPlain = ({ explanation }: ReviewedTransfer, transfer: Transfer) =>
  explanation.outcome.kind === 'simulated' && isPlainTransfer(explanation, transfer)

type ChangesProps = {
  preview: ReviewedTransfer | undefined
  transfer: Transfer
  coin: Asset | undefined
  cost: bigint | undefined
  shortage: ReturnType<typeof shortageOf>
}

function Changes({ preview, transfer, coin, cost = 0n, shortage }: ChangesProps) {
  const { t } = useTranslation('wallet')
  const { asset, network, amount } = transfer
  const shortageText = useShortageText(asset, preview?.assetBefore ?? 0n)
  if (!preview) {
    return (
      <Card>
        <p className={classNames(text.small, text.soft)}>{t('send.preparing')}</p>
        <Skeleton width="100%" height="3rem" />
      </Card>
    )
  }
  if (shortage === 'asset') {
    return (
      <Notice
        role="alert"
        title={shortageText}
        action={
          <Link to="/wallet/receive/" className={buttonClass('quiet', true)}>
            {t('receive.title')}
          </Link>
        }
      >
        {t('send.tooLittleText', { symbol: asset.symbol, network: network.name })}
      </Notice>
    )
  }
  if (preview.revert !== undefined) {
    return (
      <Notice role="alert" title={t('send.willFail')}>
        {t('send.willFailText')} {isReadableReason(preview.revert) && `(${preview.revert})`}
      </Notice>
    )
  }
  const isCoin = asset.address === null
  const leaves = isCoin ? amount + cost : amount
  const usdValue = valueUsd(leaves, asset.decimals, asset.priceUsd)
  return (
    <ChangesCard
      title={t('send.changes')}
      rest={isTestedAndPlain(preview, transfer) && t('send.nothingElse')}
    >
      <div className={styles.change}>
        <AssetIcon asset={asset} network={network} />
        <span className={styles.person}>
          <span className={classNames(text.strong, text.number, styles.out)}>
            −{readableAmount(leaves, asset.decimals)} {asset.symbol}
          </span>
          <BalanceChange asset={asset} before={preview.assetBefore} leaves={leaves} />
        </span>
        <span className={styles.end}>
          <span className={text.number}>
            {usdValue === undefined ? t('none') : formatUsd(usdValue)}
          </span>
          {isCoin && <span className={classNames(text.small, text.soft)}>{t('send.withFee')}</span>}
        </span>
      </div>
      {!isCoin && coin && (
        <div className={styles.change}>
          <AssetIcon asset={coin} network={network} />
          <span className={styles.person}>
            <span className={classNames(text.strong, text.number, styles.out)}>
              −{readableAmount(cost, coin.decimals)} {coin.symbol}
            </span>
            <span className={classNames(text.small, text.soft)}>{t('send.fee')}</span>
          </span>
          <span className={classNames(styles.end, text.number)}>
            {formatUsd(valueUsd(cost, coin.decimals, coin.priceUsd) ?? 0)}
          </span>
        </div>
      )}
    </ChangesCard>
  )
}
