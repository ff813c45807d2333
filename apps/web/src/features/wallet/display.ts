import { CURRENCIES } from '@solstice/rules/currency'
import type { Currency, Rates } from '@solstice/rules/currency'
import { create } from 'zustand'
import { keepPreference, readPreference } from '#/lib/preferences.ts'
import { onSignOut } from '#/lib/sign-out.ts'
import { deviceStorage } from '#/lib/storage.ts'

/** The member's choices of how the wallet shows values, and the rates that one of them needs. */
type Display = { currency: Currency; isHidden: boolean; rates: Rates }

const RATES_KEY = 'rates-cache'
/** Older rates would show wrong values; the wallet shows dollars instead. */
const RATES_TTL_MS = 24 * 60 * 60_000

export const useDisplay = create<Display>(() => readDisplay(Date.now()))

// The sign-out deletes the choices before it runs its tasks.
onSignOut(() => useDisplay.setState(readDisplay(Date.now())))

export function readDisplay(nowMs: number): Display {
  const chosen = readPreference('currency')
  return {
    currency: CURRENCIES.find((currency) => currency === chosen) ?? 'USD',
    isHidden: readPreference('balancesHidden') === true,
    rates: readRates(nowMs),
  }
}

export function chooseCurrency(currency: Currency): void {
  keepPreference('currency', currency)
  useDisplay.setState({ currency })
}

export function hideBalances(isHidden: boolean): void {
  keepPreference('balancesHidden', isHidden)
  useDisplay.setState({ isHidden })
}

/** Stores the rates, so that the next start shows the chosen currency at once. */
export function keepRates(rates: Rates, nowMs: number): void {
  deviceStorage.setItem(RATES_KEY, JSON.stringify({ rates, timestamp: nowMs }))
  useDisplay.setState({ rates })
}

function readRates(nowMs: number): Rates {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(RATES_KEY) ?? 'null')
    const { rates, timestamp } = (kept ?? {}) as { rates?: Rates; timestamp?: number } // Only this file writes it.
    const isUsable = typeof rates === 'object' && nowMs - (timestamp ?? 0) <= RATES_TTL_MS
    return isUsable ? rates : {}
  } catch {
    return {}
  }
}

/** The currency in which values are shown now, with its rate. */
export type Shown = { currency: Currency; perUsd: string }

/** Returns dollars while the rate of the chosen currency is unknown. */
export function shownCurrency({ currency, rates }: Omit<Display, 'isHidden'>): Shown {
  if (currency === 'USD') return { currency, perUsd: '1' }
  const perUsd = rates[currency]
  return perUsd === undefined ? { currency: 'USD', perUsd: '1' } : { currency, perUsd }
}
