import { readableAmount } from '@solstice/rules/amount'
import { parseFunction } from '@solstice/rules/signing/contract-action'
import type { GivenValues, ShownAction } from '@solstice/rules/signing/contract-action'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Hex } from 'viem'
import { shortAddress } from '#/features/wallet/address.ts'
import { NetworkDot } from '#/features/wallet/chain/asset-icon.tsx'
import { assetsKey } from '#/features/wallet/chain/assets.ts'
import { UnsureError } from '#/features/wallet/chain/broadcast.ts'
import type { Speed } from '#/features/wallet/chain/fees.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import {
  deleteOrderPayment,
  findPaymentBy,
  keepOrderPayment,
  whilePaying,
} from '#/features/wallet/chain/order-payment.ts'
import { problemText, sendProblemText } from '#/features/wallet/chain/problem-text.ts'
import { NODE_QUERY } from '#/features/wallet/chain/rpc.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import { sendCall } from '#/features/wallet/chain/transfer.ts'
import { openWith } from '#/features/wallet/device/open-with.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import type { OwnWallet } from '#/features/wallet/device/with-wallet.tsx'
import { ChangesCard } from '#/features/wallet/review/changes-card.tsx'
import { judgeAction } from '#/features/wallet/review/judge-action.ts'
import type { ActionVerdict } from '#/features/wallet/review/judge-action.ts'
import { changedSince } from '#/features/wallet/review/review-again.ts'
import { TransactionReview } from '#/features/wallet/review/transaction-review.tsx'
import { TestedNote } from '#/features/wallet/review/tested-note.tsx'
import { visibleText } from '#/features/wallet/review/visible-text.ts'
import { FeeChoice } from '#/features/wallet/send/fee-choice.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import styles from './action.module.css'
import type { ActionParts } from './action-parts.ts'
import { previewAction } from './preview-action.ts'
import type { ActionPreview } from './preview-action.ts'

type ActionReviewProps = ActionParts & {
  wallet: OwnWallet
  opener: Opener
  network: Network
  assets: readonly Asset[]
  values: GivenValues
  data: Hex
  /** An earlier transaction of this action that can no longer happen. */
  failedHash: string | undefined
  onSent: (sent: Sent, isUnsure: boolean) => void
}

/** Shows what the call of a mission changes, and signs it only if it does nothing else. */
export function ActionReview(props: ActionReviewProps) {
  const { t } = useTranslation(['review', 'wallet'])
  const { t: tWallet } = useTranslation('wallet')
  const { wallet, opener, network, assets, action, data, order, failedHash, onSent } = props
  const queries = useQueryClient()
  const queryKey = ['action', network.chainId, action.contract, data, action.value]
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()
  const [speed, setSpeed] = useState<Speed>('normal')
  const [hasPasskey, setHasPasskey] = useState(false)
  const value = BigInt(action.value)
  const call = { network, from: wallet.address, to: action.contract, value, data }
  const preview = useQuery({
    ...NODE_QUERY,
    queryKey,
    queryFn: () => previewAction(call, assets),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 15_000,
    retry: false,
  })

  useEffect(() => {
    void opener.canUsePasskey().then(setHasPasskey)
  }, [opener])

  const shown = preview.data
  const verdict = shown && judgeAction(shown.explanation, value)
  const fee = shown?.fees[speed]
  const isShort = shown && fee && shown.coinBefore < shown.gas * fee.maxFeePerGas + value
  const canSign = verdict === 'right' && isShort === false

  async function signOnce(by: 'pin' | 'passkey'): Promise<void> {
    const opening = await openWith(opener, by, () => setProblem(t('wallet:problem.passkeyFailed')))
    if (!opening) return
    const known = findPaymentBy(wallet, order)
    if (known && known.hash !== failedHash) return onSent(known, false)
    // The contract and the fee may have changed while the member read the review and typed the PIN.
    const latest = await previewAction(call, assets)
    const isRight = judgeAction(latest.explanation, value) === 'right'
    const changed = shown && changedSince(shown, latest, speed)
    if (!isRight || !fee || changed) {
      queries.setQueryData(queryKey, latest)
      if (isRight && changed) setProblem(t(`again.${changed}`))
      return
    }
    let signed: Sent | undefined
    const onSigned = (sent: Sent) => {
      signed = sent
      keepOrderPayment(wallet.userId, order, sent)
    }
    try {
      const { userId } = wallet
      const { gas } = latest
      onSent(await sendCall(call, { gas, fee, onSigned }, { userId, opening }), false)
      void queries.invalidateQueries({ queryKey: assetsKey(network.chainId, wallet.address) })
    } catch (cause) {
      if (cause instanceof UnsureError) return onSent(cause.sent, true)
      if (signed) deleteOrderPayment(wallet.userId, order)
      throw cause
    }
  }

  async function sign(by: 'pin' | 'passkey'): Promise<void> {
    setProblem(undefined)
    try {
      await whilePaying(order, () => signOnce(by))
    } catch (cause) {
      setProblem(sendProblemText(cause, tWallet, network.name))
    }
  }

  return (
    <Screen
      header={<ScreenHeader back={props.back} title={props.title} />}
      dock={
        <>
          <Button
            disabled={!canSign}
            isBusy={isBusy}
            onClick={() => void run(() => sign(hasPasskey ? 'passkey' : 'pin'))}
          >
            <Icon name="lock" size={20} />
            {t(hasPasskey ? 'wallet:send.confirmPasskey' : 'action.sign')}
          </Button>
          {hasPasskey && (
            <Button
              variant="text"
              disabled={!canSign}
              isBusy={isBusy}
              onClick={() => void run(() => sign('pin'))}
            >
              {t('wallet:send.usePin')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.page}>
        {shown && verdict === 'right' && <Effect {...props} />}
        <Facts
          facts={[
            [
              action.name,
              <span key="network" className={styles.network}>
                <NetworkDot network={network} />
                {network.name}
              </span>,
            ],
            [t('contract'), shortAddress(action.contract)],
            [t('function'), visibleText(action.function)],
            ...fixedArguments(action),
            [t('action.signedBy'), shortAddress(wallet.address)],
          ]}
        />
        {problem && <Notice role="alert">{problem}</Notice>}
        {preview.isError && !shown ? (
          <ErrorState
            message={problemText(preview.error, tWallet, network.name)}
            retryLabel={t('wallet:retry')}
            isRetrying={preview.isFetching}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <Tested network={network} preview={shown} verdict={verdict} />
        )}
        {isShort && verdict === 'right' && (
          <Notice role="alert">{t('wallet:send.feeTooMuch', { symbol: network.symbol })}</Notice>
        )}
        {shown && verdict === 'right' && (
          <FeeChoice
            fees={shown.fees}
            gas={shown.gas}
            network={network}
            coin={assets.find(
              ({ chainId, address }) => chainId === network.chainId && address === null,
            )}
            chosen={speed}
            onChoose={setSpeed}
          />
        )}
      </div>
    </Screen>
  )
}

/** The values that the plan chose; those of the member follow the effect. */
function fixedArguments({ function: fragment, arguments: all }: ShownAction): Fact[] {
  const parameters = parseFunction(fragment)?.parameters ?? []
  return all.flatMap((argument, at): Fact[] =>
    argument.kind === 'FIXED'
      ? [[parameters[at]?.name ?? String(at + 1), visibleText(argument.value)]]
      : [],
  )
}

/** Names the change in the words of the plan, with the values that the member gave. */
function Effect({ action, values, network }: ActionReviewProps) {
  const { t } = useTranslation('review')
  const value = BigInt(action.value)
  return (
    <ChangesCard
      title={t('changes')}
      rest={t(value > 0n ? 'action.nothingElse' : 'action.noTokens')}
    >
      <div className={styles.effect}>
        <span className={styles.icon}>
          <ScreenIcon name="edit" size={24} />
        </span>
        <span className={styles.words}>
          <span className={text.strong}>{action.effect}</span>
          {Object.entries(values).map(([at, given]) => (
            <span key={at} className={classNames(text.small, text.soft)}>
              “{given}”
            </span>
          ))}
          {value > 0n && (
            <span className={classNames(text.small, text.number, styles.out)}>
              −{readableAmount(value, network.decimals)} {network.symbol}
            </span>
          )}
        </span>
      </div>
    </ChangesCard>
  )
}

type TestedProps = {
  network: Network
  preview: ActionPreview | undefined
  verdict: ActionVerdict | undefined
}

const NEVER_ACCEPTED = { isAccepted: false, onChange: () => {} }

function Tested({ network, preview, verdict }: TestedProps) {
  const { t } = useTranslation('review')
  switch (verdict) {
    case undefined:
      return (
        <Card>
          <p className={classNames(text.small, text.soft)}>{t('action.testing')}</p>
          <Skeleton width="100%" height="3rem" />
        </Card>
      )
    case 'right':
      return <TestedNote>{t('action.testedText')}</TestedNote>
    case 'untested':
      return (
        <Notice role="alert" title={t('untested')}>
          {t('action.untestedText', { network: network.name })}
        </Notice>
      )
    case 'fails':
    case 'moves':
    case 'approves':
      return (
        <>
          <Notice role="alert" title={t(`action.stopped.${verdict}`)}>
            {t('action.stoppedText')}
          </Notice>
          {preview && (
            <TransactionReview
              network={network}
              explanation={preview.explanation}
              acceptance={NEVER_ACCEPTED}
              isStopped
            />
          )}
        </>
      )
  }
}
