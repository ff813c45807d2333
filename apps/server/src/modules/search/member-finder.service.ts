import { exactOf } from '@solstice/rules/search'
import type { Db } from '#/platform/process/db.ts'
import {
  findMemberIds,
  findNamed,
  narrowToJoined,
  narrowToNewest,
  newestParticipant,
  type IdRange,
  type MemberFilter,
} from './member-finder.queries.ts'

/** Bounds of one search, so that its cost does not grow with the number of members. */
const NEWEST = 10_000
const NEWEST_BY_NAME = 2_000
const NAMED_MAX = 2_000

type FoundIds = {
  ids: number[]
  /** How many match among the members that were read; 0 if they were not counted. */
  total: number
  /** Members with lower ids were not read; undefined if all were. */
  readDownTo: number | undefined
}

/**
 * Finds members newest first. A name is searched among the newest members first, which suffices for
 * a frequent one; then by the indexes, which list the members with a rare one; and if these are too
 * many to sort, among more of the newest members.
 */
export async function findMembers(
  db: Db,
  filter: MemberFilter,
  page: { size: number; offset: number; below: number; isCounted: boolean },
): Promise<FoundIds> {
  const { text, seasonId } = filter
  const all = await narrowToJoined(db, filter, { above: 0, below: page.below })
  const below =
    seasonId === undefined ? all.below : (await newestParticipant(db, seasonId, all)) + 1
  const range = { above: all.above, below }
  const newest = (depth: number) => findAmongNewest(db, filter, range, depth, page)
  if (text === undefined) return newest(NEWEST)

  const exact = exactOf(text)?.kind
  // At most one member has a whole address.
  if (exact !== 'ADDRESS' && exact !== 'EMAIL') {
    const first = await newest(NEWEST_BY_NAME)
    if (first.ids.length === page.size || first.readDownTo === undefined) return first
  }
  const named = await findNamed(db, text, below, NAMED_MAX)
  if (!named) return newest(NEWEST)
  const ids = named.filter((id) => id > range.above)
  return { ...(await findMemberIds(db, filter, { ids }, page)), readDownTo: undefined }
}

async function findAmongNewest(
  db: Db,
  filter: MemberFilter,
  range: IdRange,
  depth: number,
  page: { size: number; offset: number; isCounted: boolean },
): Promise<FoundIds> {
  const { isWhole, ...newest } = await narrowToNewest(db, filter, range, depth)
  const found = await findMemberIds(db, filter, newest, page)
  // The member at `above` is the next one to read.
  return { ...found, readDownTo: isWhole ? undefined : newest.above + 1 }
}
