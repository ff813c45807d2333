import { EVIDENCE_CLASSES } from '@solstice/rules/hold/evidence'
import type { EvidenceClass } from '@solstice/rules/hold/evidence'
import type { CallInput } from '@solstice/contract/wire'

export const HOLD_FILTERS = ['waiting', 'appealed', 'upheld', 'ended', 'all'] as const
export type HoldFilter = (typeof HOLD_FILTERS)[number]

/** Holds that wait longer than this are marked amber, and red after twice as long. */
export const AGES = ['24', '48'] as const

/** The filters of the list as they stand in the address. */
export type HoldsFilter = {
  /** Those that wait for a decision if there is none. */
  filter?: HoldFilter
  evidence?: EvidenceClass
  /** Waiting for at least this many hours. */
  hours?: (typeof AGES)[number]
  /** The holds that were found together. */
  group?: number
  page?: number
}

/** Reads the filters from an address that anybody may have written. */
export function parseHoldsFilter(search: Record<string, unknown>): HoldsFilter {
  const filter = HOLD_FILTERS.find((each) => each === search['filter'])
  const evidence = EVIDENCE_CLASSES.find((each) => each === search['evidence'])
  const hours = AGES.find((each) => each === String(search['hours']))
  const group = wholeNumber(search['group'])
  const page = wholeNumber(search['page'])
  return {
    ...(filter && filter !== 'waiting' && { filter }),
    ...(evidence && { evidence }),
    ...(hours && { hours }),
    ...(group !== undefined && { group }),
    ...(page !== undefined && page > 1 && { page }),
  }
}

const PAGE_SIZE = 20

/** Returns the filters in the terms of the call. */
export function toHoldsQuery(filter: HoldsFilter): NonNullable<CallInput<'hold.queue'>['query']> {
  const { filter: of = 'waiting', evidence, hours, group, page = 1 } = filter
  return {
    filter: of,
    page,
    size: PAGE_SIZE,
    ...(evidence && { evidence }),
    ...(hours && { ageHours: Number(hours) }),
    ...(group !== undefined && { groupId: group }),
  }
}

export const isFiltered = ({ evidence, hours, group }: HoldsFilter): boolean =>
  evidence !== undefined || hours !== undefined || group !== undefined

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
