import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import {
  readBalance,
  readCount,
  readHeadNumber,
  readTokenBalance,
} from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import {
  contractsOnChain,
  enabledNetworks,
  networkByChain,
  type Network,
} from '#/modules/network/network.service.ts'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { changeOf } from '#/platform/books/audit-change.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { openLaneAt } from './lane.service.ts'
import { isBeingCancelled, markEnded, takeSigningLock } from './payout-attempt.queries.ts'
import { wakePayouts } from './payout.queue.ts'
import { canNeverBeMined } from './payout-run.service.ts'
import { paidToday, type PayoutPurposes } from './payout.service.ts'
import {
  countOpenOn,
  findFromNonce,
  findInFlight,
  findPayout,
  findPayoutPage,
  releaseCapped,
  lockPayout,
  reopenFrom,
  type Payout,
  type PayoutState,
} from './payout.queries.ts'
import {
  adoptLane,
  findAllCaps,
  findCaps,
  findLane,
  findLanes,
  findSwitch,
  saveCaps,
  setFrozen,
  setSwitch,
  type Lane,
} from './treasury.queries.ts'

type Context = AppContext
type PayoutView = CallData<'payout.cancel'>
type TreasuryView = CallData<'payout.treasury'>

export async function listPayouts(
  ctx: Context,
  query: PageQuery & { state?: PayoutState | undefined; userId?: number | undefined },
): Promise<CallData<'payout.list'>> {
  const { state, userId, page, size } = query
  const filter = { state, memberId: userId }
  const { list, totalCount } = await findPayoutPage(ctx.db, filter, { page, size })
  return pageOf({ page, size }, list.map(viewOf), totalCount)
}

function viewOf(payout: Payout): PayoutView {
  return {
    payoutId: payout.id,
    purpose: payout.purpose,
    key: payout.key,
    userId: payout.memberId,
    address: payout.address,
    amount: amountText(payout.amount, payout.decimals),
    symbol: payout.symbol,
    chainId: payout.chainId,
    state: payout.state,
    nonce: payout.nonce,
    txHash: payout.txHash,
    heldFor: payout.heldFor,
    notBefore: payout.notBefore?.toISOString() ?? null,
    failure: payout.failure,
    createdAt: payout.createdAt.toISOString(),
    confirmedAt: payout.confirmedAt?.toISOString() ?? null,
  }
}

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

const isSending = ({ state }: Payout) => state === 'RESERVED' || state === 'SENT'

async function isNonceLost(ctx: Context, payout: Payout): Promise<boolean> {
  if (!isSending(payout) || payout.chainId === null) return false
  const network = await networkByChain(ctx, payout.chainId)
  if (!network) return false
  return canNeverBeMined({ ctx, node: await nodeOf(ctx, network), network }, payout)
}

type Balances = TreasuryView['lanes'][number]['balances']

/** Reads the balances of the treasury from the nodes of all networks or of the given ones. */
export async function fetchBalances(
  ctx: Context,
  networks?: readonly Network[],
): Promise<ReadonlyMap<number, Balances>> {
  const read = (networks ?? (await enabledNetworks(ctx))).map(
    async (network) => [network.chainId, await balancesOn(ctx, network)] as const,
  )
  return new Map(await Promise.all(read))
}

export async function showTreasury(
  ctx: Context,
  fetched?: ReadonlyMap<number, Balances>,
): Promise<TreasuryView> {
  const balances = fetched ?? (await fetchBalances(ctx))
  const { stoppedAt, stoppedFor } = await findSwitch(ctx.db)
  const lanes = await findLanes(ctx.db)
  const networks = await enabledNetworks(ctx)
  const shown: TreasuryView['lanes'] = []
  for (const network of networks) {
    const lane = lanes.find(({ chainId }) => chainId === network.chainId)
    shown.push(await laneView(ctx, network, lane, balances.get(network.chainId) ?? null))
  }
  return {
    stoppedAt: stoppedAt?.toISOString() ?? null,
    stoppedFor,
    lanes: shown,
    caps: await capViews(ctx),
  }
}

/** As many decimals as any amount shown has. */
const SHOWN_DECIMALS = 18

/** Returns the caps of every token, and how much of them is used on this programme day. */
async function capViews(ctx: Context): Promise<TreasuryView['caps']> {
  const shown: TreasuryView['caps'] = []
  for (const caps of await findAllCaps(ctx.db)) {
    // No member has the id 0: only the sums are shown.
    const of = { symbol: caps.symbol, decimals: SHOWN_DECIMALS, memberId: 0 }
    const { toAll, refunds } = await paidToday(ctx.db, ctx, of)
    shown.push({
      ...caps,
      paidToday: amountText(toAll, SHOWN_DECIMALS),
      refundedToday: amountText(refunds, SHOWN_DECIMALS),
    })
  }
  return shown
}

async function laneView(
  ctx: Context,
  network: Network,
  lane: Lane | undefined,
  balances: Balances,
): Promise<TreasuryView['lanes'][number]> {
  const { chainId, name } = network
  const { waiting, inFlight } = await countOpenOn(ctx.db, chainId)
  return {
    chainId,
    networkName: name,
    address: lane?.address ?? ctx.treasury?.address ?? null,
    nextNonce: lane?.nextNonce ?? null,
    frozenAt: lane?.frozenAt?.toISOString() ?? null,
    frozenFor: lane?.frozenFor ?? null,
    lowSince: lane?.lowSince?.toISOString() ?? null,
    lowFor: lane?.lowFor ?? null,
    waiting,
    onTheWay: inFlight,
    balances,
  }
}

async function balancesOn(ctx: Context, network: Network): Promise<Balances> {
  const { treasury } = ctx
  if (!treasury) return null
  try {
    const node = await nodeOf(ctx, network)
    const balances = []
    for (const token of await contractsOnChain(ctx, network.chainId)) {
      const units =
        token.address === null
          ? await readBalance(node, treasury.address)
          : await readTokenBalance(node, token.address, treasury.address)
      balances.push({ symbol: token.symbol, amount: amountText(units, token.decimals) })
    }
    return balances
  } catch (error) {
    if (error instanceof ChainError) return null
    throw error
  }
}

type Ordered = { chainId: number | null; reason: string }

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
  return showTreasury(ctx)
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
  // The value of a failed payout was returned, so it must not be mined now; and a gap in the nonces
  // blocks everything behind it. In both cases another account must pay.
  const canAdopt = given.every(
    ({ state, nonce }, at) => state === 'CONFIRMED' && nonce === onChain + at,
  )
  if (!canAdopt) throw refuse(Code.INVALID_REQUEST)
  await reopenFrom(tx, fromChain)
  await adoptLane(tx, { chainId, address, nextNonce: onChain + given.length })
}

async function ensureLane(ctx: Context, chainId: number): Promise<void> {
  const lanes = await findLanes(ctx.db)
  if (lanes.some((lane) => lane.chainId === chainId)) return
  if (!ctx.treasury) throw refuse(Code.NOT_FOUND)
  await openLaneAt(ctx, ctx.treasury, chainId, await countOnChain(ctx, chainId))
}

async function countOnChain(ctx: Context, chainId: number): Promise<number> {
  const network = await networkByChain(ctx, chainId)
  if (!network || !ctx.treasury) throw refuse(Code.NOT_FOUND)
  const node = await nodeOf(ctx, network)
  return readCount(node, ctx.treasury.address, await readHeadNumber(node))
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
