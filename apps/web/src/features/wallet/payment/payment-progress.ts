import type { Progress } from '#/features/wallet/chain/follow.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import type { PaymentProgress } from '#/lib/payment-progress.ts'

type Followed = {
  seen: Progress | undefined
  /** Sending got no response. */
  isUnsure: boolean
  /** The member's own cancellation is final on chain. */
  isCancelled: boolean
}

export function paymentProgressOf(
  hash: string,
  { name, confirmations: needed }: Pick<Network, 'name' | 'confirmations'>,
  { seen, isUnsure, isCancelled }: Followed,
): PaymentProgress {
  const about = { hash, network: name, confirmations: 0, needed, wasReorged: false }
  if (!seen) return { ...about, kind: isUnsure ? 'unsure' : 'waiting' }
  switch (seen.kind) {
    case 'waiting':
      return { ...about, kind: 'waiting', wasReorged: seen.wasReorged }
    case 'lost':
      return { ...about, kind: 'unsure', wasReorged: seen.wasReorged }
    case 'confirming': {
      const { confirmations, isFailing } = seen
      return { ...about, kind: isFailing ? 'failing' : 'confirming', confirmations }
    }
    case 'done':
      return { ...about, kind: 'done', confirmations: needed }
    case 'failed':
      return { ...about, kind: 'failed' }
    case 'replaced':
      // Until the replacement is final, either of the two may still be mined.
      if (!seen.isFinal) return { ...about, kind: 'waiting' }
      return { ...about, kind: isCancelled ? 'cancelled' : 'replaced' }
  }
}

/** Returns the transactions with the same nonce that may replace a payment, without duplicates. */
export function rivalsOf(
  paying: Pick<Sent, 'hash' | 'chainId' | 'from' | 'nonce'>,
  sent: readonly Sent[],
): Sent[] {
  return sent.filter(
    ({ hash, chainId, from, nonce }, at) =>
      hash !== paying.hash &&
      chainId === paying.chainId &&
      from === paying.from &&
      nonce === paying.nonce &&
      sent.findIndex((each) => each.hash === hash) === at,
  )
}

/** Returns the rival that is in a block; only the chain decides which one replaced the payment. */
export function winnerOf(
  rivals: readonly { sent: Sent; progress: Progress | undefined }[],
): { sent: Sent; isFinal: boolean } | undefined {
  const won = rivals.find(({ progress }) => isInBlock(progress))
  return won && { sent: won.sent, isFinal: won.progress?.kind !== 'confirming' }
}

function isInBlock(progress: Progress | undefined): boolean {
  const kind = progress?.kind
  return kind === 'confirming' || kind === 'done' || kind === 'failed'
}
