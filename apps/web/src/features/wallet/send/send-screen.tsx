import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentBeforeQuery } from '#/features/wallet/api.ts'
import { useAddedHoldings, useAssets } from '#/features/wallet/chain/added-tokens.ts'
import { assetsKey, useHoldings } from '#/features/wallet/chain/assets.ts'
import type { Holding } from '#/features/wallet/chain/assets.ts'
import { UnsureError } from '#/features/wallet/chain/broadcast.ts'
import { readFees } from '#/features/wallet/chain/fees.ts'
import { sendProblemText } from '#/features/wallet/chain/problem-text.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import { PLAIN_GAS, sendTransfer } from '#/features/wallet/chain/transfer.ts'
import type { Transfer } from '#/features/wallet/chain/transfer.ts'
import type { SignedRelay } from '#/features/wallet/relay/api.ts'
import { findStoredRelays } from '#/features/wallet/relay/stored-relay.ts'
import { UnderWay } from '#/features/wallet/relay/under-way.tsx'
import { openWith } from '#/features/wallet/device/open-with.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { useNames } from '#/features/wallet/names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Waiting } from '#/shell/waiting.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import { recipientTrustOf, hasPaid } from './recipient-trust.ts'
import { SendAmountStep } from './send-amount-step.tsx'
import { SendProgressStep } from './send-progress-step.tsx'
import { SendReviewStep } from './send-review-step.tsx'
import type { Confirmation } from './send-review-step.tsx'
import { SendToStep } from './send-to-step.tsx'
import { useKnownAddresses } from './use-known-addresses.ts'

type Chosen = { to: string; contractId: number | undefined; amount: bigint | undefined }

type Step =
  | { kind: 'to'; typed: string }
  | ({ kind: 'amount' } & Chosen)
  | { kind: 'review'; holding: Holding; to: string; amount: bigint }
  | { kind: 'progress'; sent: Sent; isUnsure: boolean; network: Holding['network'] }
  | { kind: 'relay'; holding: Holding; to: string; amount: bigint }
  | { kind: 'relayed'; body: SignedRelay }

const RelayOfferCard = lazyPart(async () => (await import('./relay-offer.tsx')).RelayOfferCard, {
  texts: ['relay'],
})
const RelayReviewStep = lazyPart(
  async () => (await import('./relay-review-step.tsx')).RelayReviewStep,
  { texts: ['relay'] },
)
const RelayProgressStep = lazyPart(
  async () => (await import('./relay-progress-step.tsx')).RelayProgressStep,
  { texts: ['relay', 'shell'] },
)

type SendScreenProps = {
  userId: string
  address: string
  back: { label: string; onPress: () => void }
  opener: Opener
}

export function SendScreen({ userId, address, back, opener }: SendScreenProps) {
  const { t } = useTranslation('wallet')
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>(() => firstStep(userId))
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()
  const [hasPasskey, setHasPasskey] = useState(false)
  const { holdings: listed, networks, isLoading, refresh } = useHoldings(address)
  const holdings = [...listed, ...useAddedHoldings(userId, address, networks)]
  const assets = useAssets(userId) ?? []
  const { known, silent, retry: retryKnown } = useKnownAddresses({ userId, own: address })
  const nameOf = useNames()

  useEffect(() => {
    void opener.canUsePasskey().then(setHasPasskey)
  }, [opener])

  const open = (by: Confirmation['by']) =>
    openWith(opener, by, () => setProblem(t('problem.passkeyFailed')))

  async function send(transfer: Transfer, confirmation: Confirmation): Promise<void> {
    const { network } = transfer
    setProblem(undefined)
    try {
      const opening = await open(confirmation.by)
      if (!opening) return
      const priced = await confirmation.testAgain()
      if (!priced) return
      const sent = await sendTransfer(transfer, priced, { userId, opening })
      setStep({ kind: 'progress', sent, network, isUnsure: false })
      void queries.invalidateQueries({ queryKey: assetsKey(network.chainId, address) })
      void queries.invalidateQueries({ queryKey: sentBeforeQuery.queryKey })
    } catch (cause) {
      if (cause instanceof UnsureError) {
        setStep({ kind: 'progress', sent: cause.sent, network, isUnsure: true })
      } else setProblem(sendProblemText(cause, t, network.name))
    }
  }

  const stepBack = (to: Step) => ({
    label: back.label,
    onPress: () => {
      setProblem(undefined)
      setStep(to)
    },
  })

  if (step.kind === 'relayed') {
    const { body } = step
    const another = (to: string) => setStep({ kind: 'to', typed: to })
    const name = nameOf(body.recipient)
    return <RelayProgressStep userId={userId} body={body} name={name} onAnother={another} />
  }

  if (isLoading || holdings.length === 0) {
    return (
      <Screen header={<ScreenHeader back={back} title={t('send.title')} />}>
        {isLoading ? (
          <Waiting>
            <Skeleton width="100%" height="8rem" />
          </Waiting>
        ) : (
          <ErrorState message={t('home.noNetworks')} retryLabel={t('retry')} onRetry={refresh} />
        )}
      </Screen>
    )
  }

  switch (step.kind) {
    case 'to':
      return (
        <SendToStep
          back={back}
          own={address}
          networks={networks}
          assets={assets}
          initial={step.typed}
          underWay={
            <UnderWay
              userId={userId}
              nameOf={nameOf}
              onOpen={(body) => setStep({ kind: 'relayed', body })}
            />
          }
          onChosen={(recipient) => {
            const request = recipient.kind === 'request' ? recipient : undefined
            const contractId = request?.asset.contractId
            setStep({ kind: 'amount', to: recipient.to, contractId, amount: request?.amount })
          }}
        />
      )
    case 'amount':
      return (
        <SendAmountStep
          back={stepBack({ kind: 'to', typed: step.to })}
          holdings={holdings}
          to={step.to}
          name={nameOf(step.to)}
          initial={{ contractId: step.contractId, amount: step.amount }}
          feeReserve={feeReserve}
          onChosen={(holding, amount) => setStep({ kind: 'review', holding, to: step.to, amount })}
        />
      )
    case 'review': {
      const { holding, to, amount } = step
      const { network, asset } = holding
      const transfer = { network, asset, from: address, to, amount }
      return (
        <SendReviewStep
          back={stepBack({ kind: 'amount', to, contractId: asset.contractId, amount })}
          transfer={transfer}
          coin={
            holdings.find((each) => each.network === network && each.asset.address === null)?.asset
          }
          name={nameOf(to)}
          recipientTrust={recipientTrustOf(to, known)}
          isContractKnown={hasPaid(
            { to, chainId: network.chainId, contract: asset.address },
            known,
          )}
          silent={silent}
          onRetry={retryKnown}
          userId={userId}
          promptForPin={opener.pinForAddressBook}
          hasPasskey={hasPasskey}
          isBusy={isBusy}
          problem={problem}
          otherwise={
            asset.address !== null && (
              <RelayOfferCard
                chainId={network.chainId}
                token={asset.address}
                onChosen={() => setStep({ ...step, kind: 'relay' })}
              />
            )
          }
          onConfirm={(confirmation) => void run(() => send(transfer, confirmation))}
        />
      )
    }
    case 'relay': {
      const { holding, to, amount } = step
      const { network, asset } = holding
      return (
        <RelayReviewStep
          back={stepBack({ ...step, kind: 'review' })}
          userId={userId}
          transfer={{ network, asset, from: address, to, amount }}
          coin={
            holdings.find((each) => each.network === network && each.asset.address === null)?.asset
          }
          name={nameOf(to)}
          recipientTrust={recipientTrustOf(to, known)}
          isContractKnown={hasPaid(
            { to, chainId: network.chainId, contract: asset.address },
            known,
          )}
          silent={silent}
          onRetry={retryKnown}
          opener={opener}
          hasPasskey={hasPasskey}
          onSigned={(body) => setStep({ kind: 'relayed', body })}
        />
      )
    }
    case 'progress':
      return (
        <SendProgressStep
          network={step.network}
          sent={step.sent}
          name={nameOf(step.sent.to)}
          isUnsure={step.isUnsure}
        />
      )
  }
}

/** The progress of a send continues after a reload, unless the member has left it. */
function firstStep(userId: string): Step {
  const shown = findStoredRelays(userId).find(({ isLeft }) => !isLeft)
  return shown ? { kind: 'relayed', body: shown.body } : { kind: 'to', typed: '' }
}

/** Reserves twice the fee of a fast transfer, because prices may rise while the member reads. */
async function feeReserve({ network }: Holding): Promise<bigint> {
  const { fast } = await readFees(network)
  return PLAIN_GAS * fast.expectedPerGas * 2n
}
