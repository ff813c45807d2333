import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { usePending } from '#/features/wallet/activity/use-pending.ts'
import { useFollowed } from '#/features/wallet/chain/follow.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { findRivals } from '#/features/wallet/chain/order-payment.ts'
import { useSent } from '#/features/wallet/chain/sent.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import type { OwnWallet } from '#/features/wallet/device/with-wallet.tsx'
import type { PaymentProgress } from '#/lib/payment-progress.ts'
import { paymentProgressOf, rivalsOf, winnerOf } from './payment-progress.ts'

type FollowedProps = {
  wallet: OwnWallet
  order: string
  networks: readonly Network[]
  sent: Sent
  isUnsure: boolean
  onReplaced: (by: Sent) => void
  onPayAgain: (() => void) | undefined
  /** `payAgain` is set when the payment can no longer happen. */
  children: (progress: PaymentProgress, payAgain: (() => void) | undefined) => ReactNode
}

/** Follows a stored transaction and what may replace it, until it is final. */
export function Followed({
  wallet,
  order,
  networks,
  sent,
  isUnsure,
  children,
  ...on
}: FollowedProps) {
  // Sends dropped transactions again and refreshes balances when they settle.
  usePending(wallet.userId, wallet.address)
  const list = useSent((state) => state.list)
  // The list removes final transactions; the order keeps them.
  const [kept] = useState(() => findRivals(wallet.userId, order))
  const rivals = rivalsOf(sent, [...list, ...kept])
  const followed = useFollowed([sent, ...rivals], networks)
  const seen = followed.find((each) => each.sent.hash === sent.hash)?.progress
  const winner = winnerOf(followed.filter((each) => each.sent.hash !== sent.hash))
  const isSpedUp = winner !== undefined && winner.sent.kind !== 'cancel'
  const isCancelled = winner?.sent.kind === 'cancel' && winner.isFinal

  const follow = useEffectEvent(() => winner && on.onReplaced(winner.sent))
  useEffect(() => {
    if (isSpedUp) follow()
  }, [isSpedUp])

  // Show a placeholder while the list of networks cannot be loaded.
  const network = networks.find(({ chainId }) => chainId === sent.chainId) ?? UNKNOWN
  const progress = paymentProgressOf(sent.hash, network, { seen, isUnsure, isCancelled })
  const isDead = progress.kind === 'failed' || progress.kind === 'cancelled'
  return children(progress, isDead ? on.onPayAgain : undefined)
}

const UNKNOWN = { name: '', confirmations: 1 }
