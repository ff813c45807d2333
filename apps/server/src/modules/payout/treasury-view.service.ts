import type { CallData } from '@solstice/contract/wire'
import { amountText, unitsOf } from '@solstice/rules/amount'
import { DAY_MS } from '@solstice/rules/duration'
import { feeDays, PACE_DAYS } from '@solstice/rules/forecast'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import { LOCAL_CAPS, LOCAL_COIN_CAPS } from '@solstice/rules/payout'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import {
  contractsOnChain,
  enabledNetworks,
  type Network,
} from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { findFees, findPaidByChain, type Obligation } from './obligation.queries.ts'
import { obligationsByLane, SHARED_DECIMALS } from './obligation.service.ts'
import { paidToday } from './payout.service.ts'
import { countOpenOn, findInFlight } from './payout.queries.ts'
import { findKeptBalances, type KeptBalances } from './treasury-balances.queries.ts'
import { fetchBalances, type Balances } from './treasury-balances.service.ts'
import { findAllCaps, findLanes, findSwitch, type Lane } from './treasury.queries.ts'

type TreasuryView = CallData<'payout.treasury'>
type LaneView = TreasuryView['lanes'][number]

export async function showTreasury(
  ctx: AppContext,
  fetched?: ReadonlyMap<number, Balances>,
): Promise<TreasuryView> {
  const balances = fetched ?? (await fetchBalances(ctx))
  const { stoppedAt, stoppedFor } = await findSwitch(ctx.db)
  const lanes = await findLanes(ctx.db)
  const networks = await enabledNetworks(ctx)
  const owed = await obligationsByLane(ctx)
  const kept = await findKeptBalances(ctx.db)
  const caps = await findAllCaps(ctx.db)
  const paid: Obligation[] = []
  for (const { symbol } of caps) {
    const since = startOfDay(programmeDayOf(ctx.now()))
    paid.push(...(await findPaidByChain(ctx.db, { symbol, since })))
  }
  const shown: LaneView[] = []
  for (const network of networks) {
    const { chainId } = network
    const lane = lanes.find((each) => each.chainId === chainId)
    const now = balances.get(chainId) ?? null
    shown.push({
      ...(await laneView(ctx, network, lane)),
      balances: now,
      lastKnown: now === null ? keptView(kept.get(chainId)) : null,
      owed: amountsOf(owed.get(chainId)),
      paidToday: paidOn(paid, chainId),
      feeCoin: await feeCoinOf(ctx, network, now ?? kept.get(chainId)?.balances),
    })
  }
  return {
    stoppedAt: stoppedAt?.toISOString() ?? null,
    stoppedFor,
    lanes: shown,
    caps: await capViews(ctx),
  }
}

function keptView(kept: KeptBalances | undefined): LaneView['lastKnown'] {
  return kept ? { at: kept.readAt.toISOString(), balances: kept.balances } : null
}

function amountsOf(units: ReadonlyMap<string, bigint> | undefined): LaneView['owed'] {
  return Array.from(units ?? [], ([symbol, amount]) => ({
    symbol,
    amount: amountText(amount, SHARED_DECIMALS),
  })).filter(({ amount }) => amount !== '0')
}

function paidOn(paid: readonly Obligation[], chainId: number): LaneView['paidToday'] {
  return paid
    .filter((each) => each.chainId === chainId && each.amount > 0n)
    .map(({ symbol, decimals, amount }) => ({ symbol, amount: amountText(amount, decimals) }))
}

/** Returns the coin of a network and for how many days it pays fees at the recent pace. */
async function feeCoinOf(
  ctx: AppContext,
  { chainId, symbol }: Network,
  balances: Balances | undefined,
): Promise<LaneView['feeCoin']> {
  const now = ctx.now()
  const first = new Date(now.getTime() - PACE_DAYS * DAY_MS)
  const amount = balances?.find((each) => each.symbol === symbol)?.amount ?? null
  const units = amount === null ? undefined : unitsOf(amount, NATIVE_DECIMALS)
  const { spent, since } = await findFees(ctx.db, { chainId, since: first })
  const spanMs = now.getTime() - since.getTime()
  return { symbol, amount, days: units === undefined ? null : feeDays(units, { spent, spanMs }) }
}

async function laneView(ctx: AppContext, network: Network, lane: Lane | undefined) {
  const { chainId, name } = network
  const { waiting, inFlight } = await countOpenOn(ctx.db, chainId)
  const [lowest] = await findInFlight(ctx.db, chainId)
  return {
    chainId,
    networkName: name,
    address: lane?.address ?? ctx.treasury?.address ?? null,
    nextNonce: lane?.isCounted ? lane.nextNonce : null,
    nextReserved: lowest?.nonce ?? null,
    frozenAt: lane?.frozenAt?.toISOString() ?? null,
    frozenFor: lane?.frozenFor ?? null,
    lowSince: lane?.lowSince?.toISOString() ?? null,
    lowFor: lane?.lowFor ?? null,
    waiting,
    onTheWay: inFlight,
  }
}

/** As many decimals as any amount shown has. */
const SHOWN_DECIMALS = 18

/** Returns the caps of every token, and how much of them is used on this programme day. */
async function capViews(ctx: AppContext): Promise<TreasuryView['caps']> {
  const defaults = await localCaps(ctx)
  const shown: TreasuryView['caps'] = []
  for (const caps of await findAllCaps(ctx.db)) {
    // No member has the id 0: only the sums are shown.
    const of = { symbol: caps.symbol, decimals: SHOWN_DECIMALS, memberId: 0 }
    const { toAll, refunds } = await paidToday(ctx.db, ctx, of)
    shown.push({
      ...caps,
      paidToday: amountText(toAll, SHOWN_DECIMALS),
      refundedToday: amountText(refunds, SHOWN_DECIMALS),
      default: defaults.get(caps.symbol) ?? null,
    })
  }
  return shown
}

type Default = NonNullable<TreasuryView['caps'][number]['default']>

/** Returns the caps with which the tokens of local chains begin. */
async function localCaps(ctx: AppContext): Promise<ReadonlyMap<string, Default>> {
  const defaults = new Map<string, Default>()
  for (const { chainId, local, symbol: coin } of await enabledNetworks(ctx)) {
    if (!local) continue
    for (const { symbol } of await contractsOnChain(ctx, chainId)) {
      defaults.set(symbol, symbol === coin ? LOCAL_COIN_CAPS : LOCAL_CAPS)
    }
  }
  return defaults
}
