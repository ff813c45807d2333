import { PAYOUT_PURPOSES } from '@solstice/rules/payout'
import { rangeOfDay } from '#/lib/times.ts'

export const STATES = ['QUEUED', 'RESERVED', 'SENT', 'CONFIRMED', 'FAILED'] as const
/** The reasons of a hold that can be filtered; those of the signer are one choice. */
export const HOLDS = [
  'ANY',
  'DAY_CAP',
  'MEMBER_CAP',
  'ABOVE_CAP',
  'NO_CAP',
  'LOW_BALANCE',
  'PAUSED',
  'FROZEN',
  'MEMBER_SUSPENDED',
  'MEMBER_DISABLED',
  'FAIR_PLAY',
  'SIGNER',
  'SECOND_NODE',
] as const

/** The filters of the list as they stand in the address. */
export type PayoutsFilter = {
  state?: (typeof STATES)[number]
  purpose?: (typeof PAYOUT_PURPOSES)[number]
  /** Also a reason that is not in the list, such as one of a newer server. */
  heldFor?: string
  symbol?: string
  chain?: number
  member?: number
  /** Programme days; both belong to the range. */
  from?: string
  to?: string
  page?: number
}

/** Reads the filters from an address that anybody may have written. */
export function parsePayoutsFilter(search: Record<string, unknown>): PayoutsFilter {
  const state = STATES.find((each) => each === search['state'])
  const purpose = PAYOUT_PURPOSES.find((each) => each === search['purpose'])
  const heldFor = matching(search['heldFor'], /^[A-Z][A-Z_]{1,39}$/)
  const symbol = matching(search['symbol'], /^[A-Za-z0-9.$-]{1,16}$/)
  const chain = wholeNumber(search['chain'])
  const member = wholeNumber(search['member'])
  const from = dayOf(search['from'])
  const to = dayOf(search['to'])
  const page = wholeNumber(search['page'])
  return {
    ...(state && { state }),
    ...(purpose && { purpose }),
    ...(heldFor && { heldFor }),
    ...(symbol && { symbol }),
    ...(chain && { chain }),
    ...(member && { member }),
    ...(from && { from }),
    ...(to && { to }),
    ...(page && page > 1 && { page }),
  }
}

/** Returns the filters in the terms of the calls, without the page. */
export function toPayoutsQuery({ chain, member, from, to, page: _page, ...rest }: PayoutsFilter) {
  return {
    ...rest,
    ...(chain && { chainId: chain }),
    ...(member && { userId: member }),
    ...(from && { from: rangeOfDay(from)?.from }),
    ...(to && { to: rangeOfDay(to)?.to }),
  }
}

export const isFiltered = ({ page: _page, ...filter }: PayoutsFilter) =>
  Object.keys(filter).length > 0

const matching = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

function dayOf(value: unknown): string | undefined {
  const day = matching(value, /^\d{4}-\d{2}-\d{2}$/)
  return day && rangeOfDay(day) ? day : undefined
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
