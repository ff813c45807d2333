import {
  and,
  count,
  countDistinct,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  not,
  sql,
} from 'drizzle-orm'
import { alertSettings } from '#/modules/alert/alert.table.ts'
import { pushSubscriptions } from '#/modules/push/push.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import type { Audience } from './notice.table.ts'

export type { Audience } from './notice.table.ts'

function isInAudience({ language, wallet, joinedFrom, joinedBefore }: Audience) {
  const hasWallet = wallet === 'yes' ? isNotNull : isNull
  return and(
    eq(members.status, 'ACTIVE'),
    language && eq(members.language, language),
    wallet && hasWallet(members.walletAddress),
    joinedFrom === undefined ? undefined : gte(members.createdAt, new Date(joinedFrom)),
    joinedBefore === undefined ? undefined : lt(members.createdAt, new Date(joinedBefore)),
  )
}

/** Members of the audience with notices on or off, and their devices. */
export type Reach = { isReachable: boolean; members: number; devices: number }

/** The pages of devices that an estimate reads, about 2,500 devices: its error is some percent. */
const SAMPLED_PAGES = 128

/**
 * Counts the members and devices that would be reached, and those that have switched notices off.
 * Counts a small table; of a large one it reads a sample of fixed size and estimates.
 */
export async function countAudience(
  db: Db,
  audience: Audience,
): Promise<{ isEstimate: boolean; reach: Reach[] }> {
  const { pages, devices } = await sizeOfDevices(db)
  if (pages <= 2 * SAMPLED_PAGES || devices === undefined) {
    return { isEstimate: false, reach: await countExactly(db, audience) }
  }
  const percent = (100 * SAMPLED_PAGES) / pages
  return { isEstimate: true, reach: await estimateReach(db, audience, { percent, devices }) }
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

function switchedOffBy(db: Db) {
  return db
    .select({ type: alertSettings.type })
    .from(alertSettings)
    .where(
      and(
        eq(alertSettings.memberId, members.id),
        eq(alertSettings.type, 'NOTICE'),
        not(alertSettings.enabled),
      ),
    )
}

function countExactly(db: Db, audience: Audience): Promise<Reach[]> {
  return db
    .select({
      isReachable: sql<boolean>`${switchedOffBy(db)} is null`,
      members: countDistinct(members.id),
      devices: count(),
    })
    .from(members)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.memberId, members.id))
    .where(isInAudience(audience))
    .groupBy(sql`1`)
}

/** Scales a sample up to all devices. A device stands for its share of a member. */
async function estimateReach(
  db: Db,
  audience: Audience,
  { percent, devices }: { percent: number; devices: number },
): Promise<Reach[]> {
  // The seed is fixed, so that the same question has the same answer.
  const sample = sql`(select member_id from push_subscriptions
    tablesample system (${percent}) repeatable (1)) as sample`
  const member = db
    .select({
      isIn: sql<boolean>`coalesce(${isInAudience(audience)}, false)`.as('is_in'),
      isReachable: sql<boolean>`${switchedOffBy(db)} is null`.as('is_reachable'),
      devices: sql<number>`${db
        .select({ count: count() })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.memberId, members.id))}`.as('devices'),
    })
    .from(members)
    .where(eq(members.id, sql`sample.member_id`))
    .limit(1)
    .as('member')
  const rows = await db
    .select({
      isIn: member.isIn,
      isReachable: member.isReachable,
      members: sql`sum(1.0 / greatest(${member.devices}, 1))`.mapWith(Number),
      devices: count(),
    })
    .from(sample)
    .innerJoinLateral(member, sql`true`)
    .groupBy(sql`1`, sql`2`)
  const sampled = rows.reduce((sum, row) => sum + row.devices, 0)
  const scale = (value: number) => Math.round((value * devices) / Math.max(1, sampled))
  return rows
    .filter(({ isIn }) => isIn)
    .map(({ isReachable, ...row }) => ({
      isReachable,
      members: scale(row.members),
      devices: scale(row.devices),
    }))
}

type Device = { subscriptionId: number; memberId: number }

/**
 * Examines a number of devices after `afterId`, in order of their ids, and returns those of the
 * audience with the last one examined; undefined if none is left.
 */
export async function findAudience(
  tx: Db,
  audience: Audience,
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
    .where(and(eq(members.id, stretch.memberId), isInAudience(audience)))
  const rows = await tx
    .select({
      subscriptionId: stretch.id,
      memberId: stretch.memberId,
      isIn: sql<boolean>`${isOfAudience} is not null`,
    })
    .from(stretch)
    .orderBy(stretch.id)
  return {
    devices: rows.filter(({ isIn }) => isIn),
    lastId: rows.length < size ? undefined : rows.at(-1)?.subscriptionId,
  }
}
