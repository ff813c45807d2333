import { and, eq, gt, gte, isNotNull, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { alertSettings, type quietHours } from '#/modules/alert/alert.table.ts'
import { missionCompletions, seasonMembers } from '#/modules/mission/mission.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { pushSubscriptions } from '#/modules/push/push.table.ts'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { seasonMissions, seasons, seasonTiers } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import type { Audience } from './notice.table.ts'

export type { Audience } from './notice.table.ts'

/** The members that a campaign is for, less those who are left out. */
export type Recipients = { audience: Audience; exclude: Audience }

/** One fact of an audience, in the order in which operators read them. */
type Line = { fact: keyof Audience; isExcluded: boolean; condition: SQL }

/**
 * Returns the condition of each fact. Those about other tables are scalar subqueries, which are
 * index lookups for every member; PostgreSQL may turn `exists` into a join over all rows.
 */
function conditionsOf(db: Db, facts: Audience): Omit<Line, 'isExcluded'>[] {
  const {
    language,
    wallet,
    joinedFrom,
    joinedBefore,
    seasonId,
    tierId,
    lastCheckInBefore,
    bought,
  } = facts
  const hasWallet = wallet === 'yes' ? isNotNull : isNull
  const found = (query: unknown) => sql`${query} is not null`
  const lines: [keyof Audience, SQL | undefined][] = [
    ['seasonId', seasonId === undefined ? undefined : found(participation(db, seasonId))],
    ['tierId', tierId === undefined ? undefined : found(standingInTier(db, tierId))],
    ['language', language && eq(members.language, language)],
    ['wallet', wallet && hasWallet(members.walletAddress)],
    [
      'joinedFrom',
      joinedFrom === undefined ? undefined : gte(members.createdAt, new Date(joinedFrom)),
    ],
    [
      'joinedBefore',
      joinedBefore === undefined ? undefined : lt(members.createdAt, new Date(joinedBefore)),
    ],
    [
      'lastCheckInBefore',
      lastCheckInBefore === undefined
        ? undefined
        : not(found(checkInSince(db, new Date(lastCheckInBefore)))),
    ],
    ['bought', bought && (bought === 'yes' ? found(purchase(db)) : not(found(purchase(db))))],
  ]
  return lines.flatMap(([fact, condition]) => (condition ? [{ fact, condition }] : []))
}

function participation(db: Db, seasonId: number) {
  return db
    .select({ is: sql`true` })
    .from(seasonMembers)
    .where(and(eq(seasonMembers.seasonId, seasonId), eq(seasonMembers.memberId, members.id)))
    .limit(1)
}

/** Members without XP have no standing, so they are in no tier. */
function standingInTier(db: Db, tierId: number) {
  const next = sql`(select min(higher.min_xp) from season_tiers higher
    where higher.season_id = ${seasonTiers.seasonId} and higher.min_xp > ${seasonTiers.minXp})`
  return db
    .select({ is: sql`true` })
    .from(seasonTiers)
    .innerJoin(
      seasonStandings,
      and(
        eq(seasonStandings.seasonId, seasonTiers.seasonId),
        eq(seasonStandings.memberId, members.id),
      ),
    )
    .where(
      and(
        eq(seasonTiers.id, tierId),
        gte(seasonStandings.xp, seasonTiers.minXp),
        sql`(${next} is null or ${seasonStandings.xp} < ${next})`,
      ),
    )
    .limit(1)
}

function checkInSince(db: Db, since: Date) {
  return db
    .select({ is: sql`true` })
    .from(seasons)
    .innerJoin(
      seasonMissions,
      and(eq(seasonMissions.seasonId, seasons.id), eq(seasonMissions.type, 'CHECK_IN')),
    )
    .innerJoin(
      missionCompletions,
      and(
        eq(missionCompletions.seasonId, seasons.id),
        eq(missionCompletions.memberId, members.id),
        eq(missionCompletions.missionId, seasonMissions.missionId),
      ),
    )
    .where(and(gt(seasons.endAt, since), gte(missionCompletions.day, programmeDayOf(since))))
    .limit(1)
}

function purchase(db: Db) {
  return db
    .select({ is: sql`true` })
    .from(orders)
    .where(and(eq(orders.memberId, members.id), eq(orders.state, 'COMPLETED')))
    .limit(1)
}

/** The facts in the order in which operators read them; those of left-out members come last. */
function linesOf(db: Db, { audience, exclude }: Recipients): Line[] {
  return [
    ...conditionsOf(db, audience).map((line) => ({ ...line, isExcluded: false })),
    ...conditionsOf(db, exclude).map(({ fact, condition }) => ({
      fact,
      isExcluded: true,
      condition: not(condition),
    })),
  ]
}

function isRecipient(db: Db, recipients: Recipients): SQL<boolean> {
  const conditions = linesOf(db, recipients).map(({ condition }) => condition)
  const all = and(eq(members.status, 'ACTIVE'), ...conditions)
  return sql<boolean>`coalesce(${all}, false)`
}

/** The pages of devices that an estimate reads, about 2,500 devices: its error is some percent. */
const SAMPLED_PAGES = 128
/** Up to this size, about 160,000 devices, all are counted. */
const COUNTED_PAGES = 8192

type Quiet = Pick<
  typeof quietHours.$inferSelect,
  'enabled' | 'fromMinute' | 'toMinute' | 'timeZone'
>

/** Members with devices who pass the same number of lines and are alike in everything else. */
export type ReachGroup = {
  /** The number of leading lines that apply; all of them for recipients. */
  passed: number
  isReachable: boolean
  /** Null for the quiet hours that every member has at first. */
  quiet: Quiet | null
  /** Belongs to another campaign at about the same time. */
  isSecond: boolean
  members: number
  devices: number
}

export type CountedAudience = {
  isEstimate: boolean
  lines: Pick<Line, 'fact' | 'isExcluded'>[]
  groups: ReachGroup[]
}

/**
 * Counts the members with devices by the lines that apply to them. Counts all members up to a fixed
 * size; above, it reads a sample of fixed size and estimates.
 */
export async function countAudience(
  db: Db,
  recipients: Recipients,
  {
    others = [],
    countedPages = COUNTED_PAGES,
  }: { others?: readonly Recipients[]; countedPages?: number } = {},
): Promise<CountedAudience> {
  const { pages, devices } = await sizeOfDevices(db)
  const lines = linesOf(db, recipients)
  const isEstimate = pages > countedPages && devices !== undefined
  const source = isEstimate ? sampleOf((100 * SAMPLED_PAGES) / pages) : EVERY_DEVICE
  const counted = await countGroups(db, source, { lines, others })
  const total = counted.reduce((sum, group) => sum + group.devices, 0)
  const scale = isEstimate ? devices / Math.max(1, total) : 1
  return {
    isEstimate,
    lines: lines.map(({ fact, isExcluded }) => ({ fact, isExcluded })),
    groups: counted
      .filter(({ passed }) => passed >= 0)
      .map((group) => ({
        ...group,
        members: group.members * scale,
        devices: group.devices * scale,
      })),
  }
}

/** Returns the pages of the table, and its rows by the density that the last analysis found. */
async function sizeOfDevices(db: Db): Promise<{ pages: number; devices: number | undefined }> {
  // Raw SQL: the size of a table is known to PostgreSQL's catalogue only.
  const [row] = await rowsOf<{ pages: string; density: number | null }>(
    db,
    sql`select pg_relation_size(oid) / current_setting('block_size')::bigint as pages,
        (reltuples / nullif(relpages, 0))::float8 as density
      from pg_class where oid = 'push_subscriptions'::regclass`,
  )
  const pages = Number(row?.pages ?? 0)
  const density = row?.density ?? 0
  return { pages, devices: density > 0 ? pages * density : undefined }
}

const EVERY_DEVICE = sql`(select member_id, 1::float8 as weight, count(*)::float8 as devices
  from push_subscriptions group by member_id) as source`

/** A device stands for its share of a member. The seed is fixed, so that a count is repeatable. */
const sampleOf = (percent: number) => sql`(select sampled.member_id, 1::float8 as devices,
    1::float8 / greatest(1, (select count(*) from push_subscriptions other
      where other.member_id = sampled.member_id)) as weight
  from push_subscriptions sampled tablesample system (${percent}) repeatable (1)) as source`

async function countGroups(
  db: Db,
  source: SQL,
  { lines, others }: { lines: readonly Line[]; others: readonly Recipients[] },
): Promise<ReachGroup[]> {
  const firstMissing = lines.map(
    ({ condition }, index) => sql`when not (${condition}) then ${sql.raw(String(index))}`,
  )
  const isOther = or(...others.map((recipients) => isRecipient(db, recipients)))
  const off = db
    .select({ type: alertSettings.type })
    .from(alertSettings)
    .where(
      and(
        eq(alertSettings.memberId, members.id),
        eq(alertSettings.type, 'NOTICE'),
        not(alertSettings.enabled),
      ),
    )
    .limit(1)
  const member = db
    .select({
      passed: sql<number>`case when ${members.status} <> 'ACTIVE' then -1
        ${sql.join(firstMissing, sql` `)} else ${sql.raw(String(lines.length))} end`.as('passed'),
      isReachable: sql<boolean>`${off} is null`.as('is_reachable'),
      isSecond: sql<boolean>`${isOther ?? sql`false`}`.as('is_second'),
      quiet: sql<Quiet | null>`(select jsonb_build_object('enabled', q.enabled,
          'fromMinute', q.from_minute, 'toMinute', q.to_minute, 'timeZone', q.time_zone)
        from quiet_hours q where q.member_id = ${members.id})`.as('quiet'),
    })
    .from(members)
    .where(eq(members.id, sql`source.member_id`))
    .limit(1)
    .as('member')
  return db
    .select({
      passed: member.passed,
      isReachable: member.isReachable,
      isSecond: member.isSecond,
      quiet: member.quiet,
      members: sql`sum(source.weight)`.mapWith(Number),
      devices: sql`sum(source.devices)`.mapWith(Number),
    })
    .from(source)
    .innerJoinLateral(member, sql`true`)
    .groupBy(sql`1`, sql`2`, sql`3`, sql`4`)
}

type Device = { subscriptionId: number; memberId: number; isFirst: boolean }

/**
 * Examines a number of devices after `afterId`, in order of their ids, and returns those of the
 * recipients with the last one examined; undefined if none is left. A member is counted with the
 * first of their devices.
 */
export async function findAudience(
  tx: Db,
  recipients: Recipients,
  { afterId, size }: { afterId: number; size: number },
): Promise<{ devices: Device[]; lastId: number | undefined }> {
  const stretch = tx
    .select({ id: pushSubscriptions.id, memberId: pushSubscriptions.memberId })
    .from(pushSubscriptions)
    .where(gt(pushSubscriptions.id, afterId))
    .orderBy(pushSubscriptions.id)
    .limit(size)
    .as('stretch')
  const isOfAudience = tx
    .select({ isIn: sql`true` })
    .from(members)
    .where(and(eq(members.id, stretch.memberId), isRecipient(tx, recipients)))
  const first = sql`(select min(own.id) from push_subscriptions own
    where own.member_id = ${stretch.memberId})`
  const rows = await tx
    .select({
      subscriptionId: stretch.id,
      memberId: stretch.memberId,
      isIn: sql<boolean>`${isOfAudience} is not null`,
      isFirst: sql<boolean>`${stretch.id} = ${first}`,
    })
    .from(stretch)
    .orderBy(stretch.id)
  return {
    devices: rows.filter(({ isIn }) => isIn),
    lastId: rows.length < size ? undefined : rows.at(-1)?.subscriptionId,
  }
}

/** The newest devices that a sample of members examines. */
const EXAMINED_DEVICES = 5000

/** Returns some recipients among the members with the newest devices. */
export async function findSample(db: Db, recipients: Recipients, size: number) {
  const newest = db
    .select({ id: pushSubscriptions.id, memberId: pushSubscriptions.memberId })
    .from(pushSubscriptions)
    .orderBy(sql`${pushSubscriptions.id} desc`)
    .limit(EXAMINED_DEVICES)
    .as('newest')
  const owner = db
    .select({ memberId: newest.memberId, lastId: sql<number>`max(${newest.id})`.as('last_id') })
    .from(newest)
    .groupBy(newest.memberId)
    .as('owner')
  // One index lookup for each owner; a join may read all members instead.
  const member = db
    .select({
      userId: members.id,
      nickname: members.nickname,
      language: members.language,
      hasWallet: sql<boolean>`${members.walletAddress} is not null`.as('has_wallet'),
      createdAt: members.createdAt,
      isIn: isRecipient(db, recipients).as('is_in'),
    })
    .from(members)
    .where(eq(members.id, owner.memberId))
    .limit(1)
    .as('member')
  const list = await db
    .select({
      userId: member.userId,
      nickname: member.nickname,
      language: member.language,
      hasWallet: member.hasWallet,
      createdAt: member.createdAt,
    })
    .from(owner)
    .innerJoinLateral(member, sql`true`)
    .where(sql`${member.isIn}`)
    .orderBy(sql`${owner.lastId} desc`)
    .limit(size)
  const [next] = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .orderBy(sql`${pushSubscriptions.id} desc`)
    .offset(EXAMINED_DEVICES)
    .limit(1)
  return { list, isPartial: list.length < size && next !== undefined }
}
