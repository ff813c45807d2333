import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { mayCall, type OperatorRole } from '@solstice/contract/endpoint'
import type { Language } from '@solstice/contract/messages'
import { SEARCH_KINDS } from '@solstice/contract/search.schemas'
import type { CallData } from '@solstice/contract/wire'
import { parseSearch, type SearchQuery } from '@solstice/rules/search'
import type { AppContext } from '#/platform/process/context.ts'
import type { Found, Search } from './search-query.ts'
import { findAudit, findJobs } from './search-system.service.ts'
import { findMembersFor } from './search-members.service.ts'
import { findOrders, findPayouts, findRefunds, findTransactions } from './search-money.service.ts'
import { findNotices, findProducts, findSeasons } from './search-programme.service.ts'

type SearchKind = (typeof SEARCH_KINDS)[number]
type FilterName = 'isHeld' | 'state' | 'memberId' | 'moreThan' | 'sinceMs'

type Finder = {
  /** The call that reads such things: a role that may not make it finds none. */
  readBy: CallId
  /** With any other filter, the search is not about such things. */
  filters: readonly FilterName[]
  find: (ctx: Pick<AppContext, 'db'>, search: Search) => Promise<Found[]>
}

const FINDERS: Record<SearchKind, Finder> = {
  MEMBER: {
    readBy: 'operator.findMembers',
    filters: ['state', 'memberId', 'sinceMs'],
    find: findMembersFor,
  },
  ORDER: {
    readBy: 'member.orders',
    filters: ['state', 'memberId', 'moreThan', 'sinceMs'],
    find: findOrders,
  },
  REFUND: {
    readBy: 'refund.queue',
    filters: ['state', 'memberId', 'moreThan', 'sinceMs'],
    find: findRefunds,
  },
  PAYOUT: {
    readBy: 'payout.list',
    filters: ['isHeld', 'state', 'memberId', 'moreThan', 'sinceMs'],
    find: findPayouts,
  },
  TRANSACTION: { readBy: 'payout.list', filters: [], find: findTransactions },
  SEASON: { readBy: 'seasonPlan.list', filters: ['state'], find: findSeasons },
  PRODUCT: { readBy: 'product.listAll', filters: [], find: findProducts },
  NOTICE: { readBy: 'notice.listAll', filters: ['sinceMs'], find: findNotices },
  JOB: { readBy: 'operator.listJobs', filters: ['state', 'sinceMs'], find: findJobs },
  AUDIT: { readBy: 'operator.listAudit', filters: ['memberId', 'sinceMs'], find: findAudit },
}

const PER_KIND = 8

/** Finds what the role may read, at most eight of each kind. */
export async function search(
  ctx: Pick<AppContext, 'db' | 'now'>,
  given: {
    role: OperatorRole
    input: string
    language: Language
    jobKinds: readonly string[]
  },
): Promise<CallData<'search.find'>> {
  const { role, language, jobKinds } = given
  const query = parseSearch(given.input)
  const { sinceMs } = query
  const since = sinceMs === undefined ? undefined : new Date(ctx.now().getTime() - sinceMs)
  const wanted: Search = { ...query, since, language, jobKinds, size: PER_KIND }
  const list: CallData<'search.find'>['list'] = []
  // One after the other, so that typing does not take all connections of the process.
  for (const kind of SEARCH_KINDS) {
    const { readBy, filters, find } = FINDERS[kind]
    if (!mayCall(role, endpoints[readBy]) || !isAbout(query, filters)) continue
    for (const found of await find(ctx, wanted)) list.push({ kind, ...found })
  }
  return { list, filters: query.filters }
}

function isAbout(query: SearchQuery, filters: readonly FilterName[]): boolean {
  const names: FilterName[] = ['isHeld', 'state', 'memberId', 'moreThan', 'sinceMs']
  return names.every(
    (name) => filters.includes(name) || query[name] === undefined || query[name] === false,
  )
}
