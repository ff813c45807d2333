import type { CallData } from '@solstice/contract/wire'
import type { TokenCover } from '@solstice/rules/alarm'
import { amountText, unitsOf } from '@solstice/rules/amount'
import { DAY_MS } from '@solstice/rules/duration'
import { FORECAST_DAYS, forecastOf, PACE_DAYS } from '@solstice/rules/forecast'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { enabledNetworks } from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { findPools, findWithdrawn } from './obligation.queries.ts'
import {
  byLane,
  chainThatPays,
  obligationsByLane,
  shared,
  SHARED_DECIMALS,
} from './obligation.service.ts'
import { findKeptBalances } from './treasury-balances.queries.ts'
import { fetchBalances, keepBalances, type Balances } from './treasury-balances.service.ts'

type Forecast = CallData<'payout.forecast'>['list'][number]

/** Everything but the balance of the tokens that the treasury pays, by network. */
type Demand = Omit<TokenCover, 'balance'>

/** Returns what each token of each network has to pay; tokens that nobody needs are left out. */
async function readDemand(ctx: AppContext): Promise<Demand[]> {
  const now = ctx.now()
  const today = startOfDay(programmeDayOf(now))
  const owed = await obligationsByLane(ctx)
  const paceSpan = { from: new Date(today.getTime() - PACE_DAYS * DAY_MS), until: today }
  const withdrawn = await byLane(ctx, await findWithdrawn(ctx.db, paceSpan))
  const demand = new Map<string, Demand & { settlements: Demand['settlements'][number][] }>()
  const demandOf = (chainId: number, symbol: string) => {
    const key = `${chainId} ${symbol}`
    const found = demand.get(key) ?? {
      chainId,
      symbol,
      owed: owed.get(chainId)?.get(symbol) ?? 0n,
      withdrawn: withdrawn.get(chainId)?.get(symbol) ?? 0n,
      settlements: [],
    }
    demand.set(key, found)
    return found
  }
  for (const lanes of [owed, withdrawn]) {
    for (const [chainId, amounts] of lanes) {
      for (const [symbol, amount] of amounts) if (amount > 0n) demandOf(chainId, symbol)
    }
  }
  const until = new Date(today.getTime() + FORECAST_DAYS * DAY_MS)
  for (const { seasonId, number, at, amount, ...token } of await findPools(ctx.db, until)) {
    const chainId = await chainThatPays(ctx.db, token)
    if (chainId === undefined || amount <= 0n) continue
    const label = `season:${seasonId}/round:${number}`
    demandOf(chainId, token.symbol).settlements.push({
      at,
      amount: shared(amount, token.decimals),
      label,
    })
  }
  return Array.from(demand.values())
}

function balanceIn(balances: Balances | undefined, symbol: string): bigint | undefined {
  const text = balances?.find((each) => each.symbol === symbol)?.amount
  return text === undefined ? undefined : unitsOf(text, SHARED_DECIMALS)
}

/**
 * Returns the facts of the alarm about the cover, and keeps the balances that were read. Null if a node
 * of a network that has to pay does not answer.
 */
export async function readCover(ctx: AppContext): Promise<TokenCover[] | null> {
  const demand = await readDemand(ctx)
  const fetched = await fetchBalances(ctx)
  await keepBalances(ctx, fetched)
  const cover: TokenCover[] = []
  for (const each of demand) {
    const balance = balanceIn(fetched.get(each.chainId), each.symbol)
    if (balance === undefined) return null
    cover.push({ ...each, balance })
  }
  return cover
}

/** Forecasts every token of every network that the treasury has or has to pay. */
export async function forecastTreasury(ctx: AppContext): Promise<CallData<'payout.forecast'>> {
  const now = ctx.now()
  const demand = await readDemand(ctx)
  const fetched = await fetchBalances(ctx)
  const kept = await findKeptBalances(ctx.db)
  const list: Forecast[] = []
  for (const network of await enabledNetworks(ctx)) {
    const { chainId, name: networkName, symbol: coin } = network
    const last = kept.get(chainId)
    const isSilent = fetched.get(chainId) == null
    const balances = fetched.get(chainId) ?? last?.balances
    const own = demand.filter((each) => each.chainId === chainId)
    const held = (balances ?? []).map(({ symbol }) => symbol).filter((symbol) => symbol !== coin)
    for (const symbol of new Set([...held, ...own.map((each) => each.symbol)])) {
      const balance = balanceIn(balances, symbol)
      const { owed, settlements, withdrawn } = own.find((each) => each.symbol === symbol) ?? {
        owed: 0n,
        settlements: [],
        withdrawn: 0n,
      }
      const forecast = forecastOf({ now, balance: balance ?? 0n, owed, settlements, withdrawn })
      list.push({
        chainId,
        networkName,
        symbol,
        balance: balance === undefined ? null : text(balance),
        silentSince: isSilent ? (last?.readAt.toISOString() ?? null) : null,
        owed: text(owed),
        pace: text(forecast.pace),
        runsOutOn: balance === undefined ? null : forecast.runsOutOn,
        coveredDays: balance === undefined ? 0 : forecast.coveredDays,
        missing: balance === undefined ? '0' : text(forecast.missing),
        days:
          balance === undefined
            ? []
            : forecast.days.map(({ day, settled, labels, withdrawn: expected, left }) => ({
                day,
                settled: text(settled),
                rounds: [...labels],
                withdrawn: text(expected),
                left: text(left),
              })),
      })
    }
  }
  return { asOf: now.toISOString(), list }
}

const text = (units: bigint): string => amountText(units, SHARED_DECIMALS)
