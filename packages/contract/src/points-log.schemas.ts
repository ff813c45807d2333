import { z } from 'zod'
import { digits } from './paging.ts'
import { address, id, time } from './schema.ts'

/** Bounds the postings of one reply. */
export const POINTS_LOG_PAGE = 200

const whole = z.int().min(0)
const position = digits(z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)).default(0)

/** The amount of an account in its smallest unit; an empty scope is the programme. */
const accountAmount = z.object({
  asset: z.string(),
  scope: z.string(),
  amount: z.string().regex(/^-?\d{1,78}$/),
})

/** SHA-256 hashes in base64, in the order of RFC 6962. */
const proof = z.array(z.base64())

const posting = z.object({
  transactionId: id,
  /** The history entry that the posting records; null if it records another one or none. */
  historyId: id.nullable(),
  kind: z.string(),
  at: time,
  accounts: z.array(accountAmount),
})

export const pointsLogSchemas = {
  'pointsLog.mine': {
    query: z.strictObject({
      /** The number of the last entry that the caller has verified. */
      after: position,
      /** The size of the last tree that the caller has seen; 0 if none. */
      seen: position,
    }),
    data: z.object({
      /** A C2SP checkpoint. All proofs are against it. */
      checkpoint: z.string(),
      /** The public key of the log in the form of C2SP. */
      verifierKey: z.string(),
      /** The last ledger transaction that the checkpoint covers. */
      upTo: whole,
      /** The key from which the salts of the member's entries are derived; null without entries. */
      key: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
      /** The number of the member's entries in the checkpoint. */
      count: whole,
      /** Entries are counted from 1; a missing number is a missing posting. */
      entries: z.array(posting.extend({ index: whole, sequence: id, proof })).max(POINTS_LOG_PAGE),
      /** Postings between these entries, or after the last one, that are not in the checkpoint. */
      unrecorded: z.array(posting).max(POINTS_LOG_PAGE),
      /** The `after` of the next page; null if this is the last. */
      nextAfter: id.nullable(),
      /** Proves that the checkpoint continues the tree of the size `seen`; null if it cannot. */
      consistency: z.object({ size: id, proof }).nullable(),
      /** Balances of the ledger; null before the last page or if `unrecorded` is not complete. */
      balances: z.array(accountAmount).nullable(),
      /** The sums of all postings in the ledger, so that a change of an old one shows; else null. */
      posted: z.array(accountAmount).nullable(),
      /** The first entries, whose postings were archived, and their sums. */
      archived: z.object({ count: whole, balances: z.array(accountAmount) }).nullable(),
      /** The newest root on chain, with the proof that the checkpoint continues it. */
      anchor: z
        .object({
          chainId: id,
          address,
          size: id,
          root: z.base64(),
          postedAt: time,
          consistency: proof,
        })
        .nullable(),
    }),
  },
} as const
