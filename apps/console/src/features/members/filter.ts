import type { CallInput } from '@solstice/contract/wire'
import { rangeOfDay } from '#/lib/times.ts'

export const STATUSES = ['ACTIVE', 'SUSPENDED', 'DISABLED'] as const
export const LANGUAGES = ['en', 'ko'] as const
export const WALLETS = ['yes', 'no'] as const

/** The filters of the list as they stand in the address. */
export type MembersFilter = {
  text?: string
  status?: (typeof STATUSES)[number]
  language?: (typeof LANGUAGES)[number]
  wallet?: (typeof WALLETS)[number]
  /** Programme days, such as 2027-01-17; both belong to the range. */
  joinedFrom?: string
  joinedTo?: string
  season?: number
  /** The cursor of the page; without one, the newest members. */
  before?: string
}

const oneOf = <Value extends string>(values: readonly Value[], value: unknown) =>
  values.find((each) => each === value)

/** Reads the filters from an address that anybody may have written. */
export function parseMembersFilter(search: Record<string, unknown>): MembersFilter {
  const text = textOf(search['text'])
  const status = oneOf(STATUSES, search['status'])
  const language = oneOf(LANGUAGES, search['language'])
  const wallet = oneOf(WALLETS, search['wallet'])
  const joinedFrom = dayOf(search['joinedFrom'])
  const joinedTo = dayOf(search['joinedTo'])
  const season = wholeNumber(search['season'])
  const before = wholeNumber(search['before'])
  return {
    ...(text && { text }),
    ...(status && { status }),
    ...(language && { language }),
    ...(wallet && { wallet }),
    ...(joinedFrom && { joinedFrom }),
    ...(joinedTo && { joinedTo }),
    ...(season && { season }),
    ...(before && { before: String(before) }),
  }
}

/** Returns the filters in the terms of the call. */
export function toMembersQuery(filter: MembersFilter): CallInput<'operator.findMembers'>['query'] {
  const { text, status, language, wallet, joinedFrom, joinedTo, season, before } = filter
  return {
    size: PAGE_SIZE,
    ...(before && { before }),
    ...(text && { search: text }),
    ...(status && { status }),
    ...(language && { language }),
    ...(wallet && { hasWallet: wallet }),
    ...(joinedFrom && { joinedFrom: rangeOfDay(joinedFrom)?.from }),
    ...(joinedTo && { joinedTo: rangeOfDay(joinedTo)?.to }),
    ...(season && { seasonId: season }),
  }
}

const PAGE_SIZE = 50

export const isFiltered = ({ before: _before, ...filter }: MembersFilter) =>
  Object.keys(filter).length > 0

function textOf(value: unknown): string | undefined {
  // A number in an address is parsed as one.
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim().slice(0, 254)
  return text === '' ? undefined : text
}

function dayOf(value: unknown): string | undefined {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  return isDay && rangeOfDay(value) ? value : undefined
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
