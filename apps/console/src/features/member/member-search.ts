export const MEMBER_TABS = [
  'timeline',
  'season',
  'orders',
  'payouts',
  'holds',
  'sessions',
  'invites',
  'notes',
  'history',
] as const
export type MemberTab = (typeof MEMBER_TABS)[number]

export const TIMELINE_GROUPS = [
  'XP',
  'MONEY',
  'MESSAGES',
  'SECURITY',
  'REFUSED',
  'OPERATORS',
] as const
export type TimelineGroup = (typeof TIMELINE_GROUPS)[number]

/** The panel that says what the member could still earn, instead of explaining an entry. */
export const EARN_NOW = 'now'

export type MemberSearch = {
  /** The timeline if there is none. */
  tab?: MemberTab
  group?: TimelineGroup
  season?: number
  page?: number
  /** The entry that the panel explains, such as `history:12`, or `now`. */
  entry?: string
}

const ENTRY = /^(?:now|[a-z]{4,12}:\d{1,15}(?:\.\d{1,15})?)$/

/** Reads tab, filters and the explained entry from an address that anybody may have written. */
export function parseMemberSearch(search: Record<string, unknown>): MemberSearch {
  const tab = MEMBER_TABS.find((each) => each === search['tab'])
  const group = TIMELINE_GROUPS.find((each) => each === search['group'])
  const season = wholeNumber(search['season'])
  const page = wholeNumber(search['page'])
  const entry = search['entry']
  return {
    ...(tab && tab !== 'timeline' && { tab }),
    ...(group && { group }),
    ...(season !== undefined && { season }),
    ...(page !== undefined && page > 1 && { page }),
    ...(typeof entry === 'string' && ENTRY.test(entry) && { entry }),
  }
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
