import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { canResend } from '@solstice/rules/treasury-recovery'
import { readCount, readHeadNumber } from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import { networkByChain } from '#/modules/network/network.service.ts'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { changeOf } from '#/platform/books/audit-change.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { isBeingCancelled, markEnded, takeSigningLock } from './payout-attempt.queries.ts'
import { wakePayouts } from './payout.queue.ts'
import { canNeverBeMined } from './payout-run.service.ts'
import { viewOf, type PayoutView } from './payout-view.ts'
import type { PayoutPurposes } from './payout.service.ts'
import {
  findFromNonce,
  findInFlight,
  findPayout,
  releaseCapped,
  lockPayout,
  reopenFrom,
  type Payout,
} from './payout.queries.ts'
import { fetchBalances, type Balances } from './treasury-balances.service.ts'
import { showTreasury } from './treasury-view.service.ts'
import {
  adoptLane,
  findCaps,
  findLane,
  findLanes,
  findSwitch,
  openUncountedLane,
  saveCaps,
  setFrozen,
  setSwitch,
} from './treasury.queries.ts'

type Context = AppContext
type TreasuryView = CallData<'payout.treasury'>

/**
 * Cancels a payout without a nonce. A payout with a nonce can be cancelled only if another
 * transaction used that nonce, deep enough that nothing signed here can ever be mined. One that
 * released its nonce must wait for the cancellation.
 */
export async function cancelPayout(
  tx: Db,
  ctx: Context,
  purposes: PayoutPurposes,
  by: Operator,
  { payoutId, reason, isLost }: { payoutId: number; reason: string; isLost: boolean },
): Promise<PayoutView> {
  const payout = await lockCancellable(tx, payoutId, isLost)
  await markEnded(tx, payoutId, { state: 'FAILED', why: reason, at: ctx.now() })
  const failure = { by: 'OPERATOR', why: reason } as const
  await purposes[payout.purpose]?.failed(tx, ctx, payout, failure)
  const after = await findPayout(tx, payoutId)
  const change = { before: { state: payout.state }, after: { state: after?.state } }
  const subject = `payout:${payoutId}`
  const userId = payout.memberId
  await audit(tx, ctx, by, { action: 'payout.cancel', subject, userId, reason, ...change })
  return viewOf(after ?? payout)
}

/** Returns the locked payout, or refuses if it cannot be cancelled. */
export async function lockCancellable(tx: Db, payoutId: number, isLost: boolean): Promise<Payout> {
  const payout = await lockPayout(tx, payoutId)
  if (!payout) throw refuse(Code.NOT_FOUND)
  const mayGiveUp = isSending(payout)
    ? isLost
    : payout.state === 'QUEUED' && !(await isBeingCancelled(tx, payoutId))
  if (!mayGiveUp) throw refuse(Code.INVALID_REQUEST)
  return payout
}

/** Asks the chain whether another transaction used up the nonce of the payout. */
export async function fetchIsLost(ctx: Context, payoutId: number): Promise<boolean> {
  const found = await findPayout(ctx.db, payoutId)
  return found !== undefined && (await isNonceLost(ctx, found))
}

export const isSending = ({ state }: Payout) => state === 'RESERVED' || state === 'SENT'

/** While the node is silent, nobody knows, so that the payout is not given up. */
export async function isNonceLost(ctx: Context, payout: Payout): Promise<boolean> {
  if (!isSending(payout) || payout.chainId === null) return false
  const network = await networkByChain(ctx, payout.chainId)
  if (!network) return false
  try {
    return await canNeverBeMined({ ctx, node: await nodeOf(ctx, network), network }, payout)
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}

type Ordered = { chainId: number | null; reason: string }

/** The reply to a freeze shows the last known balances, so that it does not wait for a silent node. */
const WITHOUT_NODES: ReadonlyMap<number, Balances> = new Map()

/** Freezes one chain, or all payouts if no chain is given. */
export async function freezeTreasury(
  ctx: Context,
  by: Operator,
  { chainId, reason }: Ordered,
): Promise<TreasuryView> {
  if (chainId !== null) await ensureLane(ctx, chainId)
  await ctx.db.transaction(async (tx) => {
    const wasFrozen = await isFrozen(tx, chainId)
    const frozen = { at: ctx.now(), why: reason }
    if (chainId === null) await setSwitch(tx, frozen)
    else await setFrozen(tx, chainId, frozen)
    const change = { before: { frozen: wasFrozen }, after: { frozen: true } }
    const subject = subjectOf(chainId)
    await audit(tx, ctx, by, { action: 'treasury.freeze', subject, reason, ...change })
  })
  return showTreasury(ctx, WITHOUT_NODES)
}

/** The state of the chains that unfreezing needs. */
export type ChainState = {
  balances: ReadonlyMap<number, Balances>
  /** The nonce of the account, if it is to be adopted. */
  onChain: number | undefined
}

export async function fetchChainState(
  ctx: Context,
  { chainId, adopt }: { chainId: number | null; adopt: boolean },
): Promise<ChainState> {
  const onChain = chainId !== null && adopt ? await countOnChain(ctx, chainId) : undefined
  return { balances: await fetchBalances(ctx), onChain }
}

export async function unfreezeTreasury(
  tx: Db,
  ctx: Context,
  by: Operator,
  { chainId, reason, adopt }: Ordered & { adopt: boolean },
  { balances, onChain }: ChainState,
): Promise<TreasuryView> {
  const before = { frozen: await isFrozen(tx, chainId), ...(await laneState(tx, chainId)) }
  if (chainId === null) {
    await setSwitch(tx, undefined)
    for (const lane of await findLanes(tx)) await wakePayouts(tx, ctx, lane.chainId)
  } else {
    if (onChain !== undefined) await adoptAccount(tx, ctx, chainId, onChain)
    await setFrozen(tx, chainId, undefined)
    await wakePayouts(tx, ctx, chainId)
  }
  const action = adopt ? 'treasury.unfreeze-and-adopt' : 'treasury.unfreeze'
  const after = { frozen: false, ...(await laneState(tx, chainId)) }
  const change = changeOf(before, after)
  await audit(tx, ctx, by, { action, subject: subjectOf(chainId), reason, ...change })
  return showTreasury({ ...ctx, db: tx }, balances)
}

/**
 * Continues from the account's nonce on the chain. Refused while signed payouts are in flight,
 * because the next nonce is then unknown. After a rollback, payouts missing on the chain are sent
 * again with their own bytes, so that no other payout gets their nonces.
 */
async function adoptAccount(
  tx: Db,
  { treasury }: Pick<AppContext, 'treasury'>,
  chainId: number,
  onChain: number,
): Promise<void> {
  await takeSigningLock(tx, chainId)
  const sending = await findInFlight(tx, chainId)
  if (sending.length > 0 || !treasury) throw refuse(Code.INVALID_REQUEST)
  const { address } = treasury
  const fromChain = { chainId, account: address, nonce: onChain }
  const given = await findFromNonce(tx, fromChain)
  // Otherwise another account must pay.
  if (!canResend(onChain, given)) throw refuse(Code.INVALID_REQUEST)
  await reopenFrom(tx, fromChain)
  await adoptLane(tx, { chainId, address, nextNonce: onChain + given.length })
}

/** A freeze must not depend on a node, because a silent node may be the reason for it. */
async function ensureLane(ctx: Context, chainId: number): Promise<void> {
  if (await findLane(ctx.db, chainId)) return
  const network = await networkByChain(ctx, chainId)
  if (!network || !ctx.treasury) throw refuse(Code.NOT_FOUND)
  await openUncountedLane(ctx.db, { chainId, address: ctx.treasury.address })
}

async function countOnChain(ctx: Context, chainId: number): Promise<number> {
  const network = await networkByChain(ctx, chainId)
  if (!network || !ctx.treasury) throw refuse(Code.NOT_FOUND)
  try {
    const node = await nodeOf(ctx, network)
    return await readCount(node, ctx.treasury.address, await readHeadNumber(node))
  } catch (error) {
    if (error instanceof ChainError) {
      throw refuse(Code.INVALID_REQUEST, { data: { reason: 'NODE_SILENT' } })
    }
    throw error
  }
}

type GivenCaps = {
  symbol: string
  perMember: string
  perDay: string
  refundsPerDay?: string | undefined
}

/** Returns the complete caps; refunds have the cap of a day unless they have their own. */
export function capsFrom({ perMember, perDay, refundsPerDay = perDay }: GivenCaps) {
  const amounts = { perMember, perDay, refundsPerDay }
  if (Object.values(amounts).some((text) => /^[0.]*$/.test(text))) {
    throw refuse(Code.INVALID_REQUEST)
  }
  return amounts
}

export async function setCaps(
  tx: Db,
  ctx: Context,
  by: Operator,
  caps: GivenCaps,
  balances: ReadonlyMap<number, Balances>,
): Promise<TreasuryView> {
  const { symbol } = caps
  const amounts = capsFrom(caps)
  const before = await findCaps(tx, symbol)
  await saveCaps(tx, symbol, amounts)
  for (const chainId of await releaseCapped(tx, symbol)) await wakePayouts(tx, ctx, chainId)
  const change = changeOf(before, { ...(await findCaps(tx, symbol)) })
  await audit(tx, ctx, by, { action: 'treasury.caps', subject: `token:${symbol}`, ...change })
  return showTreasury({ ...ctx, db: tx }, balances)
}

async function isFrozen(db: Db, chainId: number | null): Promise<boolean> {
  if (chainId === null) return (await findSwitch(db)).stoppedAt !== null
  return ((await findLane(db, chainId))?.frozenAt ?? null) !== null
}

/** The account and the nonce, which an adoption changes. */
async function laneState(db: Db, chainId: number | null) {
  const lane = chainId === null ? undefined : await findLane(db, chainId)
  return lane ? { address: lane.address, nextNonce: lane.nextNonce } : {}
}

export const subjectOf = (chainId: number | null): string =>
  chainId === null ? 'treasury' : `treasury:${chainId}`

async function audit(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  { action, subject, ...data }: { action: string; subject: string } & Record<string, unknown>,
): Promise<void> {
  await appendAudit(tx, { at: ctx.now(), actor: actorOf(by), action, subject, data })
}
