import { centsForUnits, unitsForCents } from './amount.ts'
import { DAY_MS, HOUR_MS } from './duration.ts'

/** Amounts worth less than this are dust, which strangers send so that their address is seen. */
const NOTIFIED_FROM_CENTS = 10n
/** Of an asset without a price, a ten-thousandth of one is the smallest amount that is notified. */
const UNPRICED_PARTS = 10_000n

const INTERVAL_MS = HOUR_MS
const PER_DAY = 6
/** A deposit worth this much is told of however many alerts there were in a day. */
const ALWAYS_FROM_CENTS = 100n * NOTIFIED_FROM_CENTS

export type DepositedAmount = {
  units: bigint
  decimals: number
  priceUsd: string | null
}

export function isDepositNotified({ units, decimals, priceUsd }: DepositedAmount): boolean {
  const least =
    unitsForCents(NOTIFIED_FROM_CENTS, decimals, priceUsd) ??
    10n ** BigInt(decimals) / UNPRICED_PARTS
  return units > 0n && units >= least
}

/** Undefined for an asset without a price. */
export function valueInCents({ units, decimals, priceUsd }: DepositedAmount): bigint | undefined {
  return centsForUnits(units, decimals, priceUsd)
}

/** How far back the earlier notifications of a member have to be known. */
export const DEPOSIT_WINDOW_MS = DAY_MS

/**
 * At most one notification of deposits an hour and six in 24 hours; later deposits wait for the next.
 * One of great worth does not wait for the next day.
 */
export function mayNotifyDeposits(
  notifiedAt: readonly Date[],
  now: Date,
  mostCents: bigint | undefined,
): boolean {
  const within = (ms: number) => notifiedAt.filter((at) => now.getTime() - at.getTime() < ms).length
  if (within(INTERVAL_MS) > 0) return false
  return (
    within(DEPOSIT_WINDOW_MS) < PER_DAY ||
    (mostCents !== undefined && mostCents >= ALWAYS_FROM_CENTS)
  )
}
