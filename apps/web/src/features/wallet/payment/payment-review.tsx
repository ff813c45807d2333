import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { assetsKey } from '#/features/wallet/chain/assets.ts'
import type { Holding } from '#/features/wallet/chain/assets.ts'
import { UnsureError } from '#/features/wallet/chain/broadcast.ts'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import {
  findOrderPayment,
  deleteOrderPayment,
  keepOrderPayment,
  whilePaying,
} from '#/features/wallet/chain/order-payment.ts'
import type { Payable } from '#/features/wallet/chain/order-payment.ts'
import { sendProblemText } from '#/features/wallet/chain/problem-text.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import { sendTransfer } from '#/features/wallet/chain/transfer.ts'
import { openWith } from '#/features/wallet/device/open-with.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import type { OwnWallet } from '#/features/wallet/device/with-wallet.tsx'
import { SendReviewStep } from '#/features/wallet/send/send-review-step.tsx'
import type { Confirmation } from '#/features/wallet/send/send-review-step.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import type { Opening } from '#/vault/vault.ts'

/** The order names the recipient; it was neither typed nor copied. */
const TRUSTED = { kind: 'trusted' } as const

type PaymentReviewProps = {
  wallet: OwnWallet
  back: { label: string; onPress: () => void }
  opener: Opener
  payable: Payable
  title: string
  about: ReactNode
  otherwise: ReactNode
  holding: Holding
  coin: Asset | undefined
  amount: bigint
  /** The hash of an earlier payment that can no longer happen. */
  failedHash: string | undefined
  /**
   * Checks with the server after the member has confirmed, because the order may have expired or
   * another device may have paid.
   */
  isStillPayable: (dead?: string) => Promise<boolean>
  /** `isUnsure` means that sending got no response, so the payment may have arrived. */
  onPaid: (sent: Sent, isUnsure: boolean) => void
}

/** Shows the wallet's review of a transfer for the fixed price of an order. */
export function PaymentReview(props: PaymentReviewProps) {
  const { t } = useTranslation('wallet')
  const { wallet, opener, payable, holding, amount, failedHash, onPaid } = props
  const { network, asset } = holding
  const { userId, address } = wallet
  const queries = useQueryClient()
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()
  const [hasPasskey, setHasPasskey] = useState(false)
  const transfer = { network, asset, from: address, to: payable.payTo, amount }

  const isPromptingRef = useRef(false)

  useEffect(() => {
    void opener.canUsePasskey().then(setHasPasskey)
  }, [opener])

  // Dismiss the prompt when the order can no longer be paid.
  useEffect(
    () => () => {
      if (isPromptingRef.current) opener.dismiss()
    },
    [opener],
  )

  const open = (by: Confirmation['by']) =>
    openWith(opener, by, () => setProblem(t('problem.passkeyFailed')))

  /** Another tab may have paid meanwhile; follow its payment then. */
  async function payOnce(confirmation: Confirmation, opening: Opening): Promise<void> {
    const paid = findOrderPayment(userId, payable.order)
    if (paid && paid.hash !== failedHash) return onPaid(paid, false)
    if (!(await props.isStillPayable(failedHash))) return setProblem(t('pay.notInTime'))
    const priced = await confirmation.testAgain()
    if (!priced) return
    let signed: Sent | undefined
    const onSigned = (sent: Sent) => {
      signed = sent
      keepOrderPayment(userId, payable.order, sent)
    }
    try {
      onPaid(await sendTransfer(transfer, { ...priced, onSigned }, { userId, opening }), false)
      void queries.invalidateQueries({ queryKey: assetsKey(network.chainId, address) })
    } catch (cause) {
      if (cause instanceof UnsureError) return onPaid(cause.sent, true)
      if (signed) deleteOrderPayment(userId, payable.order)
      setProblem(sendProblemText(cause, t, network.name))
    }
  }

  async function pay(confirmation: Confirmation): Promise<void> {
    setProblem(undefined)
    try {
      isPromptingRef.current = true
      const opening = await open(confirmation.by)
      isPromptingRef.current = false
      if (opening) await whilePaying(payable.order, () => payOnce(confirmation, opening))
    } catch (cause) {
      setProblem(sendProblemText(cause, t, network.name))
    } finally {
      isPromptingRef.current = false
    }
  }

  return (
    <SendReviewStep
      back={props.back}
      title={props.title}
      about={props.about}
      otherwise={props.otherwise}
      transfer={transfer}
      coin={props.coin}
      name={t('pay.treasury')}
      recipientTrust={TRUSTED}
      isContractKnown
      userId={userId}
      promptForPin={opener.pinForAddressBook}
      hasPasskey={hasPasskey}
      isBusy={isBusy}
      problem={problem}
      onConfirm={(confirmation) => void run(() => pay(confirmation))}
    />
  )
}
