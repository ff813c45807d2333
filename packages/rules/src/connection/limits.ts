import { amountText } from '#/amount.ts'
import { isSameAddress } from '#/address.ts'

/** The limits that a member sets for one site. */
export type SiteLimits = {
  requestsPerMinute: number
  /** The most that the site's transactions may move in 24 hours, in dollars; null for no limit. */
  usdPerDay: number | null
  /** A paused site stays connected, and all of its requests are refused. */
  isPaused: boolean
}

export const REQUEST_RATES = [3, 10, 30] as const
export const DAY_VALUES = [100, 500, 2000, null] as const
export const DEFAULT_LIMITS: SiteLimits = {
  requestsPerMinute: 10,
  usdPerDay: 500,
  isPaused: false,
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Includes the requests that were refused, so that a site gains nothing by repeating them. */
export function isOverRate(
  requestTimesMs: readonly number[],
  { requestsPerMinute }: SiteLimits,
  nowMs: number,
): boolean {
  return requestTimesMs.filter((at) => at > nowMs - MINUTE_MS).length >= requestsPerMinute
}

export type Spent = { atMs: number; usd: number }

/** Drops what no longer counts, so that the record stays small. */
export function countingSpent<Each extends Spent>(spent: readonly Each[], nowMs: number): Each[] {
  return spent.filter(({ atMs }) => atMs > nowMs - DAY_MS)
}

/**
 * Decides if a site may move this value too. A value that has no price counts as over the limit,
 * because the limit could not be kept otherwise.
 */
export function isOverValue(
  usd: number | undefined,
  { usdPerDay }: SiteLimits,
  spent: readonly Spent[],
  nowMs: number,
): boolean {
  if (usdPerDay === null || usd === 0) return false
  if (usd === undefined) return true
  const before = countingSpent(spent, nowMs).reduce((sum, each) => sum + each.usd, 0)
  return before + usd > usdPerDay
}

export type PricedAsset = {
  chainId: number
  /** Null for the coin of the network. */
  address: string | null
  decimals: number
  priceUsd: number | null
}

/** Units that leave a wallet or that somebody else may take; null for all of them. */
export type Outgoing = { address: string | null; amount: bigint | null }

/** Returns the dollars that a transaction moves or releases; undefined if a part has no price. */
export function valueOf(
  outgoing: readonly Outgoing[],
  chainId: number,
  assets: readonly PricedAsset[],
): number | undefined {
  let sum = 0
  for (const { address, amount } of outgoing) {
    const asset = assets.find((each) => each.chainId === chainId && isSame(each.address, address))
    if (amount === null || asset === undefined || asset.priceUsd === null) return undefined
    sum += Number(amountText(amount, asset.decimals)) * asset.priceUsd
  }
  return sum
}

const isSame = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && isSameAddress(one, other))
