import { centsForUnits, unitsForCents } from './amount.ts'
import { DAY_MS, HOUR_MS } from './duration.ts'

/** Amounts below this value are dust, which spammers send to make their address visible. */
const NOTIFIED_FROM_CENTS = 10n
/** For an asset without a price, the smallest notified amount is one ten-thousandth of a unit. */
const UNPRICED_DIVISOR = 10_000n

const INTERVAL_MS = HOUR_MS
const PER_DAY = 6
/** A deposit of this value is notified even if the daily limit is reached. */
const ALWAYS_FROM_CENTS = 100n * NOTIFIED_FROM_CENTS

export type DepositedAmount = {
  units: bigint
  decimals: number
  priceUsd: string | null
}

export function isDepositNotified({ units, decimals, priceUsd }: DepositedAmount): boolean {
  const least =
    unitsForCents(NOTIFIED_FROM_CENTS, decimals, priceUsd) ??
    10n ** BigInt(decimals) / UNPRICED_DIVISOR
  return units > 0n && units >= least
}

/** Returns undefined for an asset without a price. */
export function valueInCents({ units, decimals, priceUsd }: DepositedAmount): bigint | undefined {
  return centsForUnits(units, decimals, priceUsd)
}

/** The period of earlier notifications that the limits take into account. */
export const DEPOSIT_WINDOW_MS = DAY_MS

/**
 * Allows at most one deposit notification an hour and six in 24 hours; later deposits wait for the
 * next one. A high-value deposit is exempt from the daily limit.
 */
export function mayNotifyDeposits(
  notifiedAt: readonly Date[],
  now: Date,
  maxCents: bigint | undefined,
): boolean {
  const within = (ms: number) => notifiedAt.filter((at) => now.getTime() - at.getTime() < ms).length
  if (within(INTERVAL_MS) > 0) return false
  return (
    within(DEPOSIT_WINDOW_MS) < PER_DAY || (maxCents !== undefined && maxCents >= ALWAYS_FROM_CENTS)
  )
}
