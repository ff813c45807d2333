import { LOCAL_CAPS, LOCAL_COIN_CAPS, holdFor, type PayoutCaps } from '@solstice/rules/payout'
import { unitsOf } from '@solstice/rules/amount'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { contractsOnChain, enabledNetworks } from '#/modules/network/network.service.ts'
import { payoutHoldOf } from '#/modules/security/security.service.ts'
import type {
  AppContext,
  PayoutPurpose,
  PayoutRequest,
  Payouts,
} from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { wakePayouts } from './payout.queue.ts'
import { findPaidSince, insertPayout, type Payout } from './payout.queries.ts'
import { findCaps, saveCaps } from './treasury.queries.ts'

export type { Payout } from './payout.queries.ts'

type ListenerContext = Pick<AppContext, 'now'>

/** Whoever asked hears how it went, inside the transaction that says so. */
export type PayoutListener = {
  /** Signed and on its way; again with another hash when it had to pay more. */
  sent?: (tx: Db, ctx: ListenerContext, payout: Payout, txHash: string) => Promise<void>
  /** Final on the chain. Once. */
  confirmed: (tx: Db, ctx: ListenerContext, payout: Payout, txHash: string) => Promise<void>
  /** Nothing was paid and nothing will be, under this key. Once: what was taken is given back. */
  failed: (tx: Db, ctx: ListenerContext, payout: Payout, failure: PayoutFailure) => Promise<void>
}

/** `why` is written for operators; members get texts of their own. */
export type PayoutFailure = { by: 'NETWORK' | 'OPERATOR'; why: string }

export type PayoutPurposes = Partial<Record<PayoutPurpose, PayoutListener>>

/** The outbox: a row in the transaction of the debit, and somebody woken to pay it. */
export function treasuryPayouts(ctx: Pick<AppContext, 'now'>): Payouts {
  return {
    request: async (tx, request) => {
      const token = await tokenOf(tx, request)
      // Kept with it: what says so is gone with the account, and it must wait all the same.
      const inside = { db: tx, now: ctx.now }
      const hold = holdFor(request.purpose, await payoutHoldOf(inside, request.memberId))
      const at = ctx.now()
      const newPayout = { ...request, ...token, at, hold: hold && heldUntil(hold, at) }
      const { id, fresh } = await insertPayout(tx, newPayout)
      if (fresh && token) await wakePayouts(tx, ctx, token.chainId)
      return id
    },
  }
}

/** What waits for money, or for somebody to decide, is looked at again after so long. */
const LOW_WAIT_MS = 60_000
const DECISION_WAIT_MS = 5 * 60_000

/** Until when nobody looks at a held payout: a hold without a known end may be over at any time. */
export function heldUntil(
  { why, until }: { why: string; until: Date | undefined },
  now: Date,
): { why: string; until: Date } {
  const waitMs = why === 'LOW_BALANCE' ? LOW_WAIT_MS : DECISION_WAIT_MS
  return { why, until: until ?? new Date(now.getTime() + waitMs) }
}

/** Where this is paid; nothing while no network has the token. */
export async function tokenOf(
  db: Db,
  request: Pick<PayoutRequest, 'chainId' | 'contract' | 'symbol' | 'decimals'>,
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

/** What the treasury pays of a token in a day, in its smallest unit; nothing where nobody set it. */
export async function capsFor(
  db: Db,
  token: { symbol: string; decimals: number },
): Promise<PayoutCaps | undefined> {
  const caps = await findCaps(db, token.symbol)
  if (!caps) return undefined
  // A cap that is finer than the token is rounded down.
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

/** The tokens and coins of local chains can be paid without an operator; caps that are set stay. */
export async function seedLocalCaps(
  { db }: Pick<AppContext, 'db'>,
  networks: readonly { symbol: string; token: { symbol: string } }[],
): Promise<void> {
  for (const { symbol, token } of networks) {
    if (!(await findCaps(db, token.symbol))) await saveCaps(db, token.symbol, LOCAL_CAPS)
    if (!(await findCaps(db, symbol))) await saveCaps(db, symbol, LOCAL_COIN_CAPS)
  }
}

/** On all chains since the programme's day began: what the caps are held against. */
export function paidToday(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  of: { symbol: string; decimals: number; memberId: number },
): Promise<{ toMember: bigint; toAll: bigint; refunds: bigint }> {
  return findPaidSince(db, { ...of, since: startOfDay(programmeDayOf(ctx.now())) })
}
