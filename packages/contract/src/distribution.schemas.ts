import { z } from 'zod'
import { pageOf, pageQuery } from './paging.ts'
import { address, id, time } from './schema.ts'
import { count, tokenAmount } from './season.schemas.ts'

const round = z.object({
  roundId: id,
  seasonId: id,
  number: count,
  startAt: time,
  endAt: time,
  amount: tokenAmount,
})

const claim = z.object({
  chainId: id,
  token: address,
  symbol: z.string(),
  decimals: count,
  /** Only this address receives the rewards: the wallet at the time of the root. */
  address,
  /** The claimable amount, and that of a claim under way. One of them is 0. */
  ready: tokenAmount,
  claiming: tokenAmount,
  /** WAITING for the next transaction, or SENDING; null without a claim. */
  state: z.enum(['WAITING', 'SENDING']).nullable(),
  /** The transaction of the claim, once it is sent. */
  txHash: z.string().nullable(),
  /** The newest claim that is final. */
  paid: z.object({ amount: tokenAmount, txHash: z.string(), at: time }).nullable(),
  /** The rounds of what is ready or under way. */
  rounds: z.array(round),
})

const waiting = round.extend({
  symbol: z.string(),
  /** POSTING is in the root that is being posted, NEXT_ROOT in the one after; else a hold. */
  why: z.enum([
    'POSTING',
    'NEXT_ROOT',
    'PAUSED',
    'FROZEN',
    'FAIR_PLAY',
    'MEMBER_SUSPENDED',
    'MEMBER_DISABLED',
  ]),
  until: time.nullable(),
})

const claims = z.object({ claims: z.array(claim), waiting: z.array(waiting) })

const root = z.object({
  rootId: id,
  chainId: id,
  symbol: z.string(),
  contract: address,
  number: count,
  root: z.string(),
  /** The sum of all amounts, and the number of addresses. */
  total: tokenAmount,
  recipients: count,
  state: z.enum(['PREPARED', 'POSTING', 'POSTED']),
  payoutId: id.nullable(),
  createdAt: time,
  postedAt: time.nullable(),
  /** The amount that all roots of the contract made claimable, and its claimed part. */
  distributed: tokenAmount,
  claimed: tokenAmount,
})

export const distributionSchemas = {
  'distribution.mine': { data: claims },
  'distribution.claim': { data: claims },
  'distribution.roots': { query: z.strictObject({ ...pageQuery }), data: pageOf(root) },
} as const
