import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  cursorOf,
  offsetOf,
  pageBefore,
  pageOf,
  splitPage,
  withCursor,
  type Cursor,
  type CursorQuery,
} from '#/platform/process/page.ts'
import {
  countInvited,
  countInvitedAt,
  findInvited,
  type InvitedRange,
  type InvitedRow,
} from './invited.queries.ts'

export type { InvitedRange, InvitedRow }

type Context = Pick<AppContext, 'db'>
type InvitedKey = { id: number; referredAt: Date | null }

export function inviteCountOf({ db }: Context, memberId: number): Promise<number> {
  return countInvited(db, memberId)
}

export function invitedBy(
  { db }: Context,
  memberId: number,
  range: InvitedRange,
): Promise<InvitedRow[]> {
  return findInvited(db, memberId, range)
}

/** Reads a page of the members that a member invited, newest first, and returns their views. */
export async function pageOfInvited<Row extends InvitedKey, Item>(
  { db }: Context,
  memberId: number,
  query: CursorQuery,
  read: {
    find: (range: InvitedRange) => Promise<Row[]>
    view: (rows: Row[]) => Item[] | Promise<Item[]>
  },
) {
  const { page, size, before } = query
  if (before === undefined) {
    const [rows, totalCount] = await Promise.all([
      read.find({ until: undefined, offset: offsetOf(query), size }),
      countInvited(db, memberId),
    ])
    const numbered = pageOf({ page, size }, await read.view(rows), totalCount)
    return withCursor(numbered, await cursorAfter(db, memberId, rows.at(-1)))
  }
  const cursor = cursorOf(before)
  const rows = await read.find({
    until: cursor && new Date(cursor.id),
    offset: cursor?.value ?? 0,
    size: size + 1,
  })
  const { shown, last } = splitPage(rows, size)
  const next = await cursorAfter(db, memberId, last)
  return pageBefore({ page, size }, await read.view(shown), next)
}

/**
 * Names each of the consecutive members of a list by its instant and its place among the members of
 * that instant, as the cursor does.
 */
export async function placesOf(
  { db }: Context,
  referrer: number,
  rows: readonly InvitedKey[],
): Promise<string[]> {
  const [first] = rows
  // Only the first instant may have begun before these rows.
  let place = first?.referredAt
    ? (await countInvitedAt(db, referrer, { id: first.id, referredAt: first.referredAt })) - 1
    : 0
  let instantMs = first?.referredAt?.getTime() ?? 0
  return rows.map(({ referredAt }) => {
    const ms = referredAt?.getTime() ?? 0
    place = ms === instantMs ? place + 1 : 1
    instantMs = ms
    return `${ms}.${place}`
  })
}

/**
 * Names the instant and how many members of that instant were returned. The id of the last member
 * would identify the friend in the ranking, where nicknames are not masked.
 */
async function cursorAfter(
  db: Db,
  referrer: number,
  last: InvitedKey | undefined,
): Promise<Cursor | undefined> {
  if (!last?.referredAt) return undefined
  const { id, referredAt } = last
  const value = await countInvitedAt(db, referrer, { id, referredAt })
  return { id: referredAt.getTime(), value }
}
