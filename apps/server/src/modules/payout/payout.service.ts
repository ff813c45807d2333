import {
  LOCAL_CAPS,
  LOCAL_COIN_CAPS,
  holdFor,
  type PayoutCaps,
  type PayoutPurpose,
} from '@solstice/rules/payout'
import { unitsOf } from '@solstice/rules/amount'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { contractsOnChain, enabledNetworks } from '#/modules/network/network.service.ts'
import { payoutHoldsOf } from '#/modules/security/security.service.ts'
import type { AppContext, PayoutRequest, Payouts } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { requestCall } from './call-request.service.ts'
import { endFairPlayWaits } from './held-payouts.queries.ts'
import { wakePayouts } from './payout.queue.ts'
import { findPaidSince, insertPayouts, type Payout } from './payout.queries.ts'
import { findCaps, saveCaps } from './treasury.queries.ts'

export type { Payout } from './payout.queries.ts'

type ListenerContext = Pick<AppContext, 'now' | 'atFaultPoint'>

/** Receives the outcome of a payout, inside the transaction that records it. */
export type PayoutListener = {
  /** The payout was signed and sent; called again with another hash when its fees are raised. */
  sent?: (tx: Db, ctx: ListenerContext, payout: Payout, txHash: string) => Promise<void>
  /** The payout is final on the chain. Called once. */
  confirmed: (tx: Db, ctx: ListenerContext, payout: Payout, txHash: string) => Promise<void>
  /** Nothing was or will be paid under this key. Called once, to return the debited value. */
  failed: (tx: Db, ctx: ListenerContext, payout: Payout, failure: PayoutFailure) => Promise<void>
}

/** `why` is for operators; members get their own texts. */
export type PayoutFailure = {
  by: 'NETWORK' | 'OPERATOR'
  why: string
  /** The reason for which a relayed send got no nonce and has cost no fee. */
  unsent?: 'WOULD_FAIL' | 'EXPIRED'
  /** The time of the block in which its transaction failed. */
  minedAt?: Date
}

export type PayoutPurposes = Partial<Record<PayoutPurpose, PayoutListener>>

/** The outbox: inserts rows in the transaction of the debit and enqueues a payout run. */
export function treasuryPayouts(ctx: ListenerContext): Payouts {
  return {
    request: async (tx, request) => {
      const [id] = await requestPayouts(tx, ctx, [request])
      if (id === undefined) throw new Error('Requesting the payout returned no id')
      return id
    },
    requestAll: (tx, requests) => requestPayouts(tx, ctx, requests),
    requestCall: (tx, call) => requestCall(tx, ctx, call),
  }
}

async function requestPayouts(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  requests: readonly PayoutRequest[],
): Promise<number[]> {
  if (requests.length === 0) return []
  const at = ctx.now()
  const tokens = await tokensOf(tx, requests)
  // Store the hold with the payout, because its reason may be deleted with the account.
  const txContext = { db: tx, now: ctx.now }
  const holds = await payoutHoldsOf(
    txContext,
    requests.map(({ memberId }) => memberId),
  )
  const newPayouts = requests.map((request) => {
    const hold = holdFor(request.purpose, holds.get(request.memberId))
    const token = tokens.get(tokenKey(request))
    return { ...request, ...token, at, hold: hold && heldUntil(hold, at) }
  })
  const inserted = await insertPayouts(tx, newPayouts)
  const chains = new Set<number>()
  for (const [index, { fresh }] of inserted.entries()) {
    const chainId = newPayouts[index]?.chainId
    if (fresh && chainId !== undefined) chains.add(chainId)
  }
  for (const chainId of chains) await wakePayouts(tx, ctx, chainId)
  return inserted.map(({ id }) => id)
}

type RequestedToken = Pick<PayoutRequest, 'chainId' | 'contract' | 'symbol' | 'decimals'>

const tokenKey = ({ chainId, contract, symbol, decimals }: RequestedToken): string =>
  JSON.stringify([chainId, contract, symbol, decimals])

/** Lets payouts that a fair-play hold kept be decided again now. */
export async function retryHeldPayouts(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberIds: readonly number[],
): Promise<void> {
  for (const chainId of await endFairPlayWaits(tx, memberIds)) await wakePayouts(tx, ctx, chainId)
}

/** Looks up each token once, however many payouts request it. */
async function tokensOf(tx: Db, requests: readonly RequestedToken[]) {
  const tokens = new Map<string, Awaited<ReturnType<typeof tokenOf>>>()
  for (const request of requests) {
    const key = tokenKey(request)
    if (!tokens.has(key)) tokens.set(key, await tokenOf(tx, request))
  }
  return tokens
}

/** A payout that is held for funds or for a decision is checked again after these waits. */
const LOW_WAIT_MS = 60_000
const DECISION_WAIT_MS = 5 * 60_000

/** Returns when a held payout is checked again; a hold without a known end may end at any time. */
export function heldUntil(
  { why, until }: { why: string; until: Date | undefined },
  now: Date,
): { why: string; until: Date } {
  const waitMs = why === 'LOW_BALANCE' ? LOW_WAIT_MS : DECISION_WAIT_MS
  return { why, until: until ?? new Date(now.getTime() + waitMs) }
}

/** Returns the chain and contract to pay on, or undefined while no network has the token. */
export async function tokenOf(
  db: Db,
  request: RequestedToken,
): Promise<{ chainId: number; contract: string | null } | undefined> {
  const { chainId, contract, symbol, decimals } = request
  if (chainId !== undefined && contract !== undefined) return { chainId, contract }
  for (const network of await enabledNetworks({ db })) {
    if (chainId !== undefined && network.chainId !== chainId) continue
    const tokens = await contractsOnChain({ db }, network.chainId)
    const token = tokens.find((each) => each.symbol === symbol && each.decimals === decimals)
    if (token) return { chainId: network.chainId, contract: token.address }
  }
  return undefined
}

/** Returns the daily caps of a token in its smallest unit, or undefined if none are set. */
export async function capsFor(
  db: Db,
  token: { symbol: string; decimals: number },
): Promise<PayoutCaps | undefined> {
  const caps = await findCaps(db, token.symbol)
  if (!caps) return undefined
  // A cap with more decimals than the token is rounded down.
  const units = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return unitsOf(`${whole}.${fraction.slice(0, token.decimals)}`, token.decimals) ?? 0n
  }
  return {
    perMember: units(caps.perMember),
    perDay: units(caps.perDay),
    refundsPerDay: units(caps.refundsPerDay),
  }
}

/**
 * Sets default caps for the tokens and coins of local chains, so that they can be paid without an
 * operator. Existing caps are kept.
 */
export async function seedLocalCaps(
  { db }: Pick<AppContext, 'db'>,
  networks: readonly { symbol: string; token: { symbol: string } }[],
): Promise<void> {
  for (const { symbol, token } of networks) {
    if (!(await findCaps(db, token.symbol))) await saveCaps(db, token.symbol, LOCAL_CAPS)
    if (!(await findCaps(db, symbol))) await saveCaps(db, symbol, LOCAL_COIN_CAPS)
  }
}

/** Sums the payouts of the current programme day on all chains, for the check against the caps. */
export function paidToday(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  of: { symbol: string; decimals: number; memberId: number | null },
): Promise<{ toMember: bigint; toAll: bigint; refunds: bigint }> {
  return findPaidSince(db, { ...of, since: startOfDay(programmeDayOf(ctx.now())) })
}
