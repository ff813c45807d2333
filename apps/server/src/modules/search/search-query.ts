import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import type { SearchQuery } from '@solstice/rules/search'

/** A parsed search, and what its caller adds. */
export type Search = SearchQuery & {
  /** The time that `sinceMs` names. */
  since: Date | undefined
  language: Language
  jobKinds: readonly string[]
  size: number
}

/** A result of the kind that was searched. */
export type Found = Omit<CallData<'search.find'>['list'][number], 'kind'>

/** The filters of orders, refunds and payouts. */
export type MoneyFilter = Pick<Search, 'isHeld' | 'state' | 'memberId' | 'moreThan' | 'since'> & {
  id?: number | undefined
  txHash?: string | undefined
}

/** How many of the newest rows a filter without an index reads. */
export const RECENT = 10_000
