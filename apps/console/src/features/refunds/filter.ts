import type { CallInput } from '@solstice/contract/wire'

export const TYPES = ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER', 'UNMATCHED'] as const
/** The lists of the queue: by claim while a refund waits, and by state afterwards. */
export const VIEWS = ['waiting', 'mine', 'free', 'rule', 'sending', 'granted', 'declined'] as const
export type View = (typeof VIEWS)[number]

/** The filters of the queue as they stand in the address. */
export type RefundsFilter = {
  view?: Exclude<View, 'waiting'>
  type?: (typeof TYPES)[number]
  member?: number
  page?: number
}

const oneOf = <Value extends string>(values: readonly Value[], value: unknown) =>
  values.find((each) => each === value)

/** Reads the filters from an address that anybody may have written. */
export function parseRefundsFilter(search: Record<string, unknown>): RefundsFilter {
  const view = oneOf(VIEWS, search['view'])
  const type = oneOf(TYPES, search['type'])
  const member = wholeNumber(search['member'])
  const page = wholeNumber(search['page'])
  return {
    ...(view && view !== 'waiting' && { view }),
    ...(type && { type }),
    ...(member && { member }),
    ...(page && page > 1 && { page }),
  }
}

type Query = CallInput<'refund.queue'>['query']

const VIEW_QUERIES: Record<View, Query> = {
  waiting: {},
  mine: { claimedBy: 'me' },
  free: { claimedBy: 'nobody' },
  rule: { forOperator: 'false' },
  sending: { state: 'APPROVED' },
  granted: { state: 'COMPLETED' },
  declined: { state: 'REJECTED' },
}

/** Returns the filters in the terms of the call. */
export function toQueueQuery({ view, type, member, page }: RefundsFilter): Query {
  return {
    ...VIEW_QUERIES[view ?? 'waiting'],
    ...(type && { type }),
    ...(member && { userId: member }),
    ...(page && { page }),
  }
}

export const isFiltered = ({ type, member }: RefundsFilter) =>
  type !== undefined || member !== undefined

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
