import { z } from 'zod'
import { digits, pageOf, pageQuery } from './paging.ts'
import { address, amountText, id, time } from './schema.ts'
import { count } from './season.schemas.ts'

/** A number of at most 256 bits, as a decimal text. */
const word = z
  .string()
  .regex(/^\d{1,78}$/, { abort: true })
  .refine((text) => BigInt(text) < 2n ** 256n, { error: 'At most 256 bits' })

const chainId = digits(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER))

const signature = z.string().regex(/^0x[0-9a-fA-F]{130}$/)

/**
 * READY can be signed; PREPARING will be in a moment, and UNDER_WAY when another send has ended. HELD is a
 * pause or a hold of payouts. FAILURES and QUOTA end with the month.
 */
const RELAY_OFFERS = [
  'READY',
  'PREPARING',
  'NOT_OFFERED',
  'TOKEN',
  'HELD',
  'FAILURES',
  'QUOTA',
  'UNDER_WAY',
  'BUDGET',
] as const

const offer = z.object({
  offer: z.enum(RELAY_OFFERS),
  /** The sends of this month, and those that are under way or done. */
  quota: count,
  used: count,
  resetsAt: time,
  /** The end of the hold, if it is known. */
  heldUntil: time.nullable(),
  /** The rest is set if the offer is READY. */
  signed: z
    .object({
      relay: address,
      permit: z.object({ name: z.string(), version: z.string(), nonce: word }),
      /** In seconds. */
      deadline: count,
      /** The fee that the treasury will probably pay, in coins. */
      fee: amountText,
    })
    .nullable(),
})

const send = z.object({
  sendId: id,
  chainId: id,
  token: address,
  symbol: z.string(),
  decimals: count,
  recipient: address,
  /** In whole units. */
  amount: amountText,
  nonce: word,
  state: z.enum(['QUEUED', 'SENT', 'DONE', 'FAILED']),
  /** REJECTED failed on the chain, WOULD_FAIL would have. EXPIRED was sent or mined too late. */
  failure: z.enum(['EXPIRED', 'REJECTED', 'STOPPED', 'WOULD_FAIL']).nullable(),
  txHash: z.string().nullable(),
  deadline: time,
  createdAt: time,
  endedAt: time.nullable(),
})

const budget = z.object({
  chainId: id,
  networkName: z.string(),
  symbol: z.string(),
  /** In coins; fees of sends that are under way count with their maximum. */
  feesPerDay: amountText,
  feesToday: amountText,
  sendsToday: count,
  /** The contract; null until it is deployed. */
  relay: address.nullable(),
})

export const relaySchemas = {
  'relay.offer': { query: z.strictObject({ chainId, token: address }), data: offer },
  'relay.send': {
    body: z.strictObject({
      chainId: id,
      relay: address,
      token: address,
      recipient: address,
      /** In the smallest unit of the token. */
      amount: word,
      nonce: word,
      /** In seconds. */
      deadline: z.int().positive().max(32_503_680_000),
      intent: signature,
      permit: signature,
    }),
    data: send,
  },
  'relay.sends': { query: z.strictObject({ ...pageQuery }), data: pageOf(send) },
  'relay.budgets': { data: z.object({ list: z.array(budget) }) },
} as const
