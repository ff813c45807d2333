import { isOverValue, valueOf } from '@solstice/rules/connection/limits'
import type { AskedTransaction } from '@solstice/rules/connection/request'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewAction } from '#/features/wallet/action/preview-action.ts'
import { isSameAddress } from '#/features/wallet/address.ts'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import type { Speed } from '#/features/wallet/chain/fees.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { NODE_QUERY } from '#/features/wallet/chain/rpc.ts'
import { sendCall } from '#/features/wallet/chain/transfer.ts'
import { needsAcceptance } from '#/features/wallet/review/explain-transaction.ts'
import { changedSince } from '#/features/wallet/review/review-again.ts'
import { TransactionReview } from '#/features/wallet/review/transaction-review.tsx'
import { useAcceptance } from '#/features/wallet/review/use-acceptance.ts'
import { FeeChoice } from '#/features/wallet/send/fee-choice.tsx'
import { RecipientGuard } from '#/features/wallet/send/recipient-guard.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { Waiting } from '#/shell/waiting.tsx'
import { Card } from '#/ui/card.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { Withdrawn, useAnswer } from './answer.ts'
import type { RequestProps } from './answer.ts'
import { formatLimit } from './amounts.ts'
import { outgoingOf, pricedAssets } from './outgoing.ts'
import { REFUSALS } from './refusals.ts'
import { RequestScreen } from './request-screen.tsx'
import { useRecipients } from './use-recipients.ts'

type TransactionRequestProps = RequestProps & {
  chainId: number
  transaction: AskedTransaction
}

/** Shows what a transaction of a site does, and sends it only while it still does that. */
export function TransactionRequest(props: TransactionRequestProps) {
  const { session, request, userId, networks, assets, chainId, transaction } = props
  const { t } = useTranslation('connect')
  const { t: tWallet } = useTranslation('wallet')
  const [openedAtMs] = useState(() => Date.now())
  const [speed, setSpeed] = useState<Speed>('normal')
  const network = networks.find((each) => each.chainId === chainId)

  async function preview() {
    if (!network) throw new Error('The network is no longer listed')
    const call = { network, from: session.address, ...transaction }
    return { call, ...(await previewAction(call, assets)) }
  }

  const { data, error, isFetching, refetch } = useQuery({
    ...NODE_QUERY,
    queryKey: ['site-call', session.topic, request.id],
    queryFn: preview,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 15_000,
    retry: false,
  })
  const acceptance = useAcceptance(data?.explanation)
  const { guards, isCleared } = useRecipients({ userId, own: session.address }, data?.explanation)
  const usd = data && valueOf(outgoingOf(data.explanation), chainId, pricedAssets(assets))
  const isOver = data !== undefined && isOverValue(usd, session.limits, session.spent, openedAtMs)
  const fee = data?.fees[speed]
  const isRecipientShown = data?.explanation.changes.some(({ recipients }) =>
    recipients.some((address) => isSameAddress(address, transaction.to)),
  )
  const isFailing = data?.explanation.outcome.kind === 'fails'
  const isShort =
    data !== undefined &&
    fee !== undefined &&
    data.coinBefore < transaction.value + data.gas * fee.maxFeePerGas
  const needsTick = data !== undefined && needsAcceptance(data.explanation)
  const answering = useAnswer({
    ...props,
    network: network?.name ?? '',
    done: t('request.sent', { site: session.site.host }),
    moves: { usd },
    ...(isOver && { refusal: REFUSALS.value }),
    check: async () => {
      // A contract may change while the member reads the review and types the PIN.
      const latest = await preview()
      if (!data || !fee || changedSince(data, latest, speed)) {
        void refetch()
        throw new Withdrawn()
      }
      return { call: latest.call, gas: latest.gas, fee }
    },
    sign: async (opening, { call, gas, fee: chosen }) =>
      (await sendCall(call, { gas, fee: chosen, isForSite: true }, { userId, opening })).hash,
  })
  const isReady = data !== undefined && !isFailing && !isOver && !isShort
  return (
    <RequestScreen
      back={props.back}
      title={t('request.transaction')}
      session={session}
      answering={answering}
      canConfirm={isReady && isCleared && (!needsTick || acceptance.isAccepted)}
    >
      {isOver && (
        <Notice role="alert" title={t('request.overLimit')}>
          {usd === undefined
            ? t('request.noPrice')
            : t('request.overLimitText', { limit: formatLimit(session.limits.usdPerDay ?? 0) })}
        </Notice>
      )}
      {isShort && !isFailing && (
        <Notice role="alert">
          {tWallet('send.feeTooMuch', { symbol: network?.symbol ?? '' })}
        </Notice>
      )}
      <Facts facts={[[t('request.network'), network?.name ?? String(chainId)]]} />
      {data?.explanation.called === undefined && !isRecipientShown && (
        <Card>
          <p className={text.small}>{t('request.recipient')}</p>
          <AddressInFull address={transaction.to} />
        </Card>
      )}
      {error && !data ? (
        <ErrorState
          message={problemText(error, tWallet, network?.name)}
          retryLabel={tWallet('retry')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data && network ? (
        <>
          <TransactionReview
            network={network}
            explanation={data.explanation}
            acceptance={acceptance}
          />
          {guards.map((guard) => (
            <RecipientGuard key={guard.address} {...guard} />
          ))}
          {!isFailing && (
            <FeeChoice
              fees={data.fees}
              gas={data.gas}
              network={network}
              coin={assets.find((each) => each.chainId === chainId && each.address === null)}
              chosen={speed}
              onChoose={setSpeed}
            />
          )}
        </>
      ) : (
        <Waiting>
          <p className={text.soft}>{t('request.reading')}</p>
          <Skeleton width="100%" height="8rem" />
        </Waiting>
      )}
    </RequestScreen>
  )
}
