import { readableAmount } from '@solstice/rules/amount'
import { RELAY_GAS_USUAL } from '@solstice/rules/relay'
import { SECOND_MS } from '@solstice/rules/duration'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import { shortAddress } from '#/features/wallet/address.ts'
import { formatUsd, valueUsd } from '#/features/wallet/amounts.ts'
import { AssetIcon, NetworkDot } from '#/features/wallet/chain/asset-icon.tsx'
import type { Fee as NetworkFee } from '#/features/wallet/chain/fees.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { previewTransfer } from '#/features/wallet/chain/preview.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { NODE_QUERY } from '#/features/wallet/chain/rpc.ts'
import type { Transfer } from '#/features/wallet/chain/transfer.ts'
import { openWith } from '#/features/wallet/device/open-with.ts'
import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import { formatTime } from '#/features/wallet/instants.ts'
import { offerQuery } from '#/features/wallet/relay/api.ts'
import type { RelayTerms, SignedRelay } from '#/features/wallet/relay/api.ts'
import { signRelay, verifyTerms } from '#/features/wallet/relay/sign-relay.ts'
import { ChangesCard } from '#/features/wallet/review/changes-card.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Facts } from '#/ui/facts.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { BalanceChange, useShortageText } from './balance-change.tsx'
import { ContractGuard } from './contract-guard.tsx'
import { RecipientGuard } from './recipient-guard.tsx'
import { isDoubtful } from './recipient-trust.ts'
import type { RecipientTrust } from './recipient-trust.ts'
import { RelayDots } from './relay-dots.tsx'
import styles from './relay.module.css'
import send from './send.module.css'

type RelayReviewStepProps = {
  back: { label: string; onPress: () => void }
  userId: string
  transfer: Transfer
  coin: Asset | undefined
  name: string | undefined
  recipientTrust: RecipientTrust
  isContractKnown: boolean
  silent: readonly Network[]
  onRetry: (() => void) | undefined
  opener: WalletOpener
  hasPasskey: boolean
  onSigned: (body: SignedRelay) => void
}

/** Shows exactly what is signed when Solstice pays the fee of a send. */
export function RelayReviewStep(props: RelayReviewStepProps) {
  const { t } = useTranslation('relay')
  const { t: tWallet } = useTranslation('wallet')
  const { transfer, recipientTrust, opener } = props
  const { network, asset, to, amount } = transfer
  const [hasCompared, setCompared] = useState(false)
  const [isContractAccepted, setContractAccepted] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useBusy()
  const { chainId } = network
  const offer = useQuery(offerQuery({ chainId, token: asset.address ?? '' }))
  const preview = useQuery({
    ...NODE_QUERY,
    queryKey: ['relay-preview', chainId, asset.contractId, to, String(amount)],
    queryFn: () => previewTransfer(transfer),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const terms = offer.data?.signed
  // The server says where the allowance goes and until when; only what a node confirms is shown.
  const verified = useQuery({
    ...NODE_QUERY,
    queryKey: ['relay-terms', chainId, asset.address, terms],
    queryFn: async () => {
      if (terms) await verifyTerms(transfer, terms)
      return terms ?? null
    },
    enabled: terms != null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const confirmed = terms && verified.data
  const isDoubtfulContract = preview.data?.isToContract === true && !props.isContractKnown
  const before = preview.data?.assetBefore
  const canConfirm =
    confirmed != null &&
    preview.data?.revert === undefined &&
    before !== undefined &&
    before >= amount &&
    (hasCompared || !isDoubtful(recipientTrust)) &&
    (isContractAccepted || !isDoubtfulContract)

  async function confirm(by: 'pin' | 'passkey', signed: RelayTerms): Promise<void> {
    setProblem(undefined)
    try {
      const opening = await openWith(opener, by, () => setProblem(tWallet('problem.passkeyFailed')))
      if (!opening) return
      props.onSigned(await signRelay(transfer, signed, { userId: props.userId, opening }))
    } catch (cause) {
      setProblem(problemText(cause, tWallet, network.name))
    }
  }
  const press = (by: 'pin' | 'passkey') => {
    if (confirmed && canConfirm) void run(() => confirm(by, confirmed))
  }

  const usd = (units: bigint, of: Asset) => valueUsd(units, of.decimals, of.priceUsd)
  const worth = usd(amount, asset)
  return (
    <Screen
      header={<ScreenHeader back={props.back} title={tWallet('send.review')} />}
      dock={
        <>
          <Button
            disabled={!canConfirm}
            isBusy={isBusy}
            onClick={() => press(props.hasPasskey ? 'passkey' : 'pin')}
          >
            <Icon name="lock" size={20} />
            {tWallet(props.hasPasskey ? 'send.confirmPasskey' : 'send.confirmPin')}
          </Button>
          {props.hasPasskey && (
            <Button
              variant="text"
              disabled={!canConfirm}
              isBusy={isBusy}
              onClick={() => press('pin')}
            >
              {tWallet('send.usePin')}
            </Button>
          )}
        </>
      }
    >
      <div className={send.review}>
        <div className={send.sum}>
          <p className={classNames(text.display, send.wrap)}>
            {readableAmount(amount, asset.decimals)}{' '}
            <span className={text.faint}>{asset.symbol}</span>
          </p>
          <p className={classNames(text.soft, send.under)}>
            {worth !== undefined && <span className={text.number}>{formatUsd(worth)}</span>}
            <span className={send.pill}>
              <NetworkDot network={network} />
              {network.name}
            </span>
          </p>
        </div>
        <Card>
          <div className={send.head}>
            <span className={classNames(text.small, text.soft)}>{tWallet('send.to')}</span>
            {props.name !== undefined && (
              <span className={classNames(text.small, text.strong)}>
                {tWallet('send.savedAs', { name: props.name })}
              </span>
            )}
          </div>
          <AddressInFull address={to} />
        </Card>
        <RecipientGuard
          address={to}
          name={props.name}
          trust={recipientTrust}
          hasCompared={hasCompared}
          onCompared={() => setCompared(true)}
          silent={props.silent}
          onRetry={props.onRetry}
        />
        {isDoubtfulContract && (
          <ContractGuard
            symbol={asset.symbol}
            isAccepted={isContractAccepted}
            onChange={setContractAccepted}
          />
        )}
        {problem && <Notice role="alert">{problem}</Notice>}
        {preview.isError && !preview.data ? (
          <ErrorState
            message={problemText(preview.error, tWallet, network.name)}
            retryLabel={tWallet('retry')}
            isRetrying={preview.isFetching}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <Change transfer={transfer} before={before} worth={worth} />
        )}
        {offer.data && !terms && <Notice role="alert">{t('gone')}</Notice>}
        {preview.data?.revert !== undefined && (
          <Notice role="alert" title={tWallet('send.willFail')}>
            {tWallet('send.willFailText')}
          </Notice>
        )}
        {verified.isError && (
          <Notice role="alert" title={t('notVerified')}>
            {problemText(verified.error, tWallet, network.name)}
          </Notice>
        )}
        {offer.data && confirmed && (
          <>
            <Fee
              quota={offer.data.quota}
              used={offer.data.used}
              fee={preview.data && feeText(preview.data.fees.normal, network, props.coin)}
            />
            <Facts
              facts={[
                [t('contract'), shortAddress(confirmed.relay)],
                [t('validUntil'), formatTime(confirmed.deadline * SECOND_MS)],
              ]}
            />
          </>
        )}
        <p className={classNames(text.small, text.soft, styles.promise)}>
          <Icon name="check" size={20} />
          <span>
            {preview.data?.coinBefore === 0n && `${t('noCoin', { symbol: network.symbol })} `}
            {t('promise')}
          </span>
        </p>
      </div>
    </Screen>
  )
}

/** The fee that the member would pay, at the price that the node reports. */
function feeText(
  { expectedPerGas }: NetworkFee,
  network: Network,
  coin: Asset | undefined,
): string {
  const units = RELAY_GAS_USUAL * expectedPerGas
  const worth = coin && valueUsd(units, coin.decimals, coin.priceUsd)
  return worth === undefined
    ? `${readableAmount(units, network.decimals)} ${network.symbol}`
    : formatUsd(worth)
}

type FeeProps = { quota: number; used: number; fee: string | undefined }

function Fee({ quota, used, fee }: FeeProps) {
  const { t } = useTranslation('relay')
  const next = Math.min(used + 1, quota)
  return (
    <section className={styles.card} aria-label={t('title')}>
      <RelayDots quota={quota} used={next} />
      <div className={styles.words}>
        <span className={text.strong}>{t('title')}</span>
        <span className={classNames(text.small, text.soft)}>{t('count', { next, quota })}</span>
      </div>
      <span className={classNames(styles.price, text.number)}>
        {fee !== undefined && (
          <del className={classNames(text.small, text.soft, styles.before)}>{fee}</del>
        )}
        <span className={text.strong}>{formatUsd(0)}</span>
      </span>
    </section>
  )
}

type ChangeProps = { transfer: Transfer; before: bigint | undefined; worth: number | undefined }

function Change({ transfer: { asset, network, amount }, before, worth }: ChangeProps) {
  const { t } = useTranslation('wallet')
  const { t: tRelay } = useTranslation('relay')
  const shortageText = useShortageText(asset, before ?? 0n)
  if (before === undefined) {
    return (
      <Card>
        <p className={classNames(text.small, text.soft)}>{t('send.preparing')}</p>
        <Skeleton width="100%" height="3rem" />
      </Card>
    )
  }
  if (before < amount) return <Notice role="alert">{shortageText}</Notice>
  return (
    <ChangesCard title={t('send.changes')} rest={tRelay('nothingElse')}>
      <div className={send.change}>
        <AssetIcon asset={asset} network={network} />
        <span className={send.person}>
          <span className={classNames(text.strong, text.number, send.out)}>
            −{readableAmount(amount, asset.decimals)} {asset.symbol}
          </span>
          <BalanceChange asset={asset} before={before} leaves={amount} />
        </span>
        <span className={classNames(send.end, text.number)}>
          {worth === undefined ? t('none') : formatUsd(worth)}
        </span>
      </div>
    </ChangesCard>
  )
}
