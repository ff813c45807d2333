import { ORDER_STATES } from './order-states.ts'

/** The filters of the list of orders as they stand in the address. */
export type OrdersFilter = {
  state?: (typeof ORDER_STATES)[number]
  product?: number
  member?: number
  /** The cursor of the page; without one, the newest orders. */
  before?: number
}

export const PAYMENT_KINDS = ['unknown', 'waiting', 'done'] as const
export type PaymentsFilter = { kind?: 'waiting' | 'done'; before?: number }

/** Reads the filters from an address that anybody may have written. */
export function parseOrdersFilter(search: Record<string, unknown>): OrdersFilter {
  const state = ORDER_STATES.find((each) => each === search['state'])
  const product = wholeNumber(search['product'])
  const member = wholeNumber(search['member'])
  const before = wholeNumber(search['before'])
  return {
    ...(state && { state }),
    ...(product && { product }),
    ...(member && { member }),
    ...(before && { before }),
  }
}

export function parseShopSearch(search: Record<string, unknown>): { season?: number } {
  const season = wholeNumber(search['season'])
  return season ? { season } : {}
}

export function parsePaymentsFilter(search: Record<string, unknown>): PaymentsFilter {
  const kind = (['waiting', 'done'] as const).find((each) => each === search['kind'])
  const before = wholeNumber(search['before'])
  return { ...(kind && { kind }), ...(before && { before }) }
}

export function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
