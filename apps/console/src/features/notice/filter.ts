export const NOTICE_TYPES = ['NOTICE', 'EVENT', 'MAINTENANCE'] as const
export const NOTICE_STATES = ['SCHEDULED', 'PUBLISHED', 'WITHDRAWN'] as const

export type NoticeType = (typeof NOTICE_TYPES)[number]
export type NoticeState = (typeof NOTICE_STATES)[number]

/** The filters of the list as they stand in the address. */
export type NoticeFilter = { type?: NoticeType; state?: NoticeState; page?: number }

/** Reads the filters from an address that anybody may have written. */
export function parseNoticeFilter(search: Record<string, unknown>): NoticeFilter {
  const type = NOTICE_TYPES.find((each) => each === search['type'])
  const state = NOTICE_STATES.find((each) => each === search['state'])
  const page = Number(search['page'])
  return {
    ...(type && { type }),
    ...(state && { state }),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}

export function stateOfNotice(
  notice: { publishedAt: string; withdrawnAt: string | null },
  now: number,
): NoticeState {
  if (notice.withdrawnAt !== null) return 'WITHDRAWN'
  return Date.parse(notice.publishedAt) > now ? 'SCHEDULED' : 'PUBLISHED'
}
