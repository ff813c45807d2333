import { rangeOfDay } from '#/lib/times.ts'

/** The filters of the recorded reads as they stand in the address. */
export type ReadsFilter = {
  operator?: number
  member?: number
  /** A programme day, such as 2027-01-17. */
  day?: string
  page?: number
}

/** Reads the filters from an address that anybody may have written. */
export function parseReadsFilter(search: Record<string, unknown>): ReadsFilter {
  const page = wholeNumber(search['page']) ?? 1
  const operator = wholeNumber(search['operator'])
  const member = wholeNumber(search['member'])
  const day = search['day']
  return {
    ...(operator !== undefined && { operator }),
    ...(member !== undefined && { member }),
    ...(typeof day === 'string' && rangeOfDay(day) && { day }),
    // The first page stays out of the address.
    ...(page > 1 && { page }),
  }
}

/** Returns the filters in the terms of the call. */
export function toReadsQuery({ operator, member, day, page = 1 }: ReadsFilter) {
  return {
    page,
    ...(operator !== undefined && { operatorId: operator }),
    ...(member !== undefined && { userId: member }),
    ...(day !== undefined && rangeOfDay(day)),
  }
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
