import type { Progress } from './follow.ts'
import type { Network } from './networks.ts'
import type { Sent } from './sent.ts'

/** Where the transaction that pays an order stands. */
export type PaymentProgress = {
  hash: string
  network: string
  kind: 'unsure' | 'waiting' | 'confirming' | 'done' | 'failed' | 'replaced'
  confirmations: number
  needed: number
  /** A block that held it is gone: it waits again. */
  wasTakenBack: boolean
}

export function paymentProgressOf(
  hash: string,
  { name, confirmations: needed }: Pick<Network, 'name' | 'confirmations'>,
  seen: Progress | undefined,
  /** Sending got no answer. */
  isUnsure: boolean,
): PaymentProgress {
  const about = { hash, network: name, confirmations: 0, needed, wasTakenBack: false }
  if (!seen) return { ...about, kind: isUnsure ? 'unsure' : 'waiting' }
  switch (seen.kind) {
    case 'waiting':
      return { ...about, kind: 'waiting', wasTakenBack: seen.wasTakenBack }
    case 'lost':
      return { ...about, kind: 'unsure', wasTakenBack: seen.wasTakenBack }
    case 'confirming':
      return { ...about, ...seen }
    case 'done':
      return { ...about, kind: 'done', confirmations: needed }
    case 'failed':
      return { ...about, kind: 'failed' }
    case 'replaced':
      // Until it cannot be taken back any more, either of the two may still happen.
      return { ...about, kind: seen.isFinal ? 'replaced' : 'waiting' }
  }
}

/** What took the place of a payment on this device: the same one with a higher fee, or nothing paid. */
export function replacementOf(
  paying: Pick<Sent, 'hash' | 'chainId' | 'nonce'>,
  sent: readonly Sent[],
): Sent | undefined {
  return sent.find(
    ({ hash, chainId, nonce }) =>
      hash !== paying.hash && chainId === paying.chainId && nonce === paying.nonce,
  )
}
