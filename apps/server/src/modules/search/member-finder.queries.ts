import { and, desc, eq, gt, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { DAY_MS } from '@solstice/rules/duration'
import { hasTrigram } from '@solstice/rules/search'
import { seasonMembers } from '#/modules/mission/mission.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'

export type MemberFilter = {
  /** In the form of `searchedText`. */
  text?: string | undefined
  status?: typeof members.$inferSelect.status | undefined
  language?: typeof members.$inferSelect.language | undefined
  hasWallet?: boolean | undefined
  joinedFrom?: Date | undefined
  joinedTo?: Date | undefined
  seasonId?: number | undefined
}

/** Ids between two others, both excluded. */
export type IdRange = { above: number; below: number }

/** The members to search: all in a range, or those that an index has found. */
type Searched = IdRange | { ids: readonly number[] }

const nicknameKey = sql`${members}.nickname_key`
const wallet = sql`lower(${members.walletAddress})`

/**
 * Ids follow the times of joining except for sign-ups at almost the same time and for differences
 * between the clocks of servers, which are far below this.
 */
const OUT_OF_ORDER_MS = DAY_MS

/** Narrows a range to the ids of members who may have joined within the times of the filter. */
export async function narrowToJoined(
  db: Db,
  { joinedFrom, joinedTo }: MemberFilter,
  { above, below }: IdRange,
): Promise<IdRange> {
  const first =
    joinedFrom && (await joinedAround(db, joinedFrom.getTime() - OUT_OF_ORDER_MS, 'first'))
  const last = joinedTo && (await joinedAround(db, joinedTo.getTime() + OUT_OF_ORDER_MS, 'last'))
  return {
    above: joinedFrom ? Math.max(above, (first ?? Number.MAX_SAFE_INTEGER) - 1) : above,
    below: joinedTo ? Math.min(below, (last ?? 0) + 1) : below,
  }
}

async function joinedAround(
  db: Db,
  time: number,
  which: 'first' | 'last',
): Promise<number | undefined> {
  const at = new Date(time)
  const isFirst = which === 'first'
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(isFirst ? gte(members.createdAt, at) : lt(members.createdAt, at))
    .orderBy(isFirst ? members.createdAt : desc(members.createdAt))
    .limit(1)
  return row?.id
}

/**
 * Narrows a range to its newest `depth` members, counting only those with the status and season of
 * the filter if these have an index. `isWhole` is true if no more of them are below.
 */
export async function narrowToNewest(
  db: Db,
  filter: MemberFilter,
  range: IdRange,
  depth: number,
): Promise<IdRange & { isWhole: boolean }> {
  const { seasonId } = filter
  const older =
    seasonId === undefined
      ? await nthMember(db, filter, range, depth)
      : await nthParticipant(db, seasonId, range, depth)
  if (older !== undefined) return { above: older, below: range.below, isWhole: false }
  return { ...range, isWhole: true }
}

async function nthMember(db: Db, { status }: MemberFilter, range: IdRange, at: number) {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(inRange(members.id, range), isNotActive(status)))
    .orderBy(desc(members.id))
    .offset(at)
    .limit(1)
  return row?.id
}

async function nthParticipant(db: Db, seasonId: number, range: IdRange, at: number) {
  const [row] = await db
    .select({ id: seasonMembers.memberId })
    .from(seasonMembers)
    .where(and(eq(seasonMembers.seasonId, seasonId), inRange(seasonMembers.memberId, range)))
    .orderBy(desc(seasonMembers.memberId))
    .offset(at)
    .limit(1)
  return row?.id
}

/** Returns the id of the newest participant of a season; 0 without one. */
export async function newestParticipant(db: Db, seasonId: number, range: IdRange): Promise<number> {
  return (await nthParticipant(db, seasonId, range, 0)) ?? 0
}

const inRange = (id: typeof members.id | typeof seasonMembers.memberId, range: IdRange) =>
  and(gt(id, range.above), lt(id, range.below))

/** Uses literals, because the planner compares them with the predicate of the partial index. */
function isNotActive(status: MemberFilter['status']) {
  if (status === undefined || status === 'ACTIVE') return undefined
  return and(eq(members.status, status).inlineParams(), sql`${members.status} <> 'ACTIVE'`)
}

/**
 * Returns one page of the ids that match a filter, newest first. `isCounted` also counts all that
 * match, which reads the whole range.
 */
export async function findMemberIds(
  db: Db,
  filter: MemberFilter,
  searched: Searched,
  page: { size: number; offset: number; isCounted: boolean },
): Promise<{ ids: number[]; total: number }> {
  const { seasonId, text } = filter
  const found = db
    .select({
      id: members.id,
      total: page.isCounted ? sql`count(*) over ()`.mapWith(Number) : sql`0`.mapWith(Number),
    })
    .from(members)
    .$dynamic()
  const inSeason =
    seasonId === undefined
      ? found
      : found.innerJoin(
          seasonMembers,
          and(eq(seasonMembers.seasonId, seasonId), eq(seasonMembers.memberId, members.id)),
        )
  const rows = await inSeason
    .where(
      and(
        'ids' in searched
          ? sql`${members.id} in ${idList(searched.ids)}`
          : inRange(members.id, searched),
        matching(filter),
        text === undefined ? undefined : isNamed(text),
      ),
    )
    .orderBy(desc(members.id))
    .limit(page.size)
    .offset(page.offset)
  const isBeyond = rows.length === 0 && page.isCounted && page.offset > 0
  const counted = isBeyond
    ? await findMemberIds(db, filter, searched, { size: 1, offset: 0, isCounted: true })
    : { total: rows[0]?.total ?? 0 }
  return { ids: rows.map(({ id }) => id), total: counted.total }
}

function matching({ status, language, hasWallet, joinedFrom, joinedTo }: MemberFilter) {
  const { walletAddress, createdAt } = members
  return and(
    status && eq(members.status, status).inlineParams(),
    isNotActive(status),
    language && eq(members.language, language),
    hasWallet === undefined
      ? undefined
      : hasWallet
        ? isNotNull(walletAddress)
        : isNull(walletAddress),
    joinedFrom && gte(createdAt, joinedFrom),
    joinedTo && lt(createdAt, joinedTo),
  )
}

/** Compares names without an index, for the few members that a range or an index has left. */
function isNamed(text: string) {
  const { email } = members
  const isPart = hasTrigram(text)
  return or(
    isPart ? sql`strpos(${email}, ${text}) > 0` : sql`starts_with(${email}, ${text})`,
    isPart ? sql`strpos(${nicknameKey}, ${text}) > 0` : sql`starts_with(${nicknameKey}, ${text})`,
    sql`starts_with(${wallet}, ${text})`,
    sql`${members.id}::text = ${text}`,
  )
}

/**
 * Returns the members below an id whose names may match, in no order, from the indexes; undefined
 * if there are more than `limit`.
 */
export async function findNamed(
  db: Db,
  text: string,
  below: number,
  limit: number,
): Promise<number[] | undefined> {
  const found = new Set<number>()
  const isPart = hasTrigram(text)
  // Raw SQL: functions of migration 0114, which fix the plan.
  const starting = await rowsOf<{ id: string }>(
    db,
    sql`select id from members_starting(${text}, ${below}, ${limit + 1}) as id`,
  )
  for (const { id } of starting) found.add(Number(id))
  if (isPart && found.size <= limit) {
    // Escape % and _, because the search is plain text.
    const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    // Raw SQL: as above.
    const matching = await rowsOf<{ id: string }>(
      db,
      sql`select id from members_matching(${pattern}, ${below}, ${limit + 1}) as id`,
    )
    for (const { id } of matching) found.add(Number(id))
  }
  if (found.size > limit) return undefined
  if (/^[1-9]\d{0,14}$/.test(text) && Number(text) < below) found.add(Number(text))
  return Array.from(found)
}
