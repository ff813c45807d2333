import type { ContractKind } from '@solstice/rules/payout'
import type { CountedPayout } from '@solstice/rules/signer'

/** The part of a contract call that the journal keeps. Hashes and roots are lower-case hex. */
export type JournalCall =
  | { purpose: 'DEPLOY'; creates: ContractKind }
  | { purpose: 'FUND' }
  | { purpose: 'ROOT'; number: number; root: string; previous: string | null; total: bigint }
  /** The hash of the call, which names many claims. */
  | { purpose: 'CLAIM'; data: string }
  | { purpose: 'ANCHOR'; size: number; root: string }
  /** The hash of the call, which names owner, recipient and amount. */
  | { purpose: 'RELAY'; data: string }

/** The state of one payout that the signer has admitted or signed. */
export type JournalEntry = CountedPayout & {
  /** The payout's id and the time of its request, because a restored database may reuse an id. */
  payout: string
  /** The paying account, in lower case. */
  account: string
  /** Null while the payout is only admitted. */
  nonce: number | null
  /** Absent from payouts to members and from cancellations. */
  call?: JournalCall | undefined
}

/** Returns the name of a payout in the journal. */
export const payoutName = ({ id, createdAt }: { id: number; createdAt: Date }): string =>
  `${id} ${createdAt.toISOString()}`

/** Returns the id in the name of a payout. */
export const payoutId = (name: string): number => Number(name.split(' ')[0])
