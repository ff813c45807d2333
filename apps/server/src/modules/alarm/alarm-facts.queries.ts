import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import { holds } from '#/modules/hold/hold.table.ts'
import { inviteBudgets, inviteTerms } from '#/modules/invite/invite.table.ts'
import { productBuyers } from '#/modules/order/order.table.ts'
import { payouts, treasuryLanes, treasurySwitch } from '#/modules/payout/payout.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { seasonSchedules } from '#/modules/season/season-live.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import { auditEntries } from '#/platform/books/audit.table.ts'
import { rateLimits } from '#/platform/books/limits.table.ts'
import { instantOrNull } from '#/platform/process/columns.ts'
import type { Db } from '#/platform/process/db.ts'
import { jobs } from '#/platform/process/jobs.table.ts'

type Waiting = { count: number; oldestAt: Date | null }

/** Counts the payouts that are held, except for fair play, whose holds wait for days. */
export async function findHeldPayouts(db: Db): Promise<Waiting> {
  const isOpen = inArray(payouts.state, ['QUEUED', 'RESERVED', 'SENT']).inlineParams()
  const [row] = await db
    .select({ count: count(), oldestAt: min(payouts.createdAt) })
    .from(payouts)
    .where(and(isOpen, isNotNull(payouts.heldFor), ne(payouts.heldFor, 'FAIR_PLAY')))
  return row ?? { count: 0, oldestAt: null }
}

/** Counts the refunds that wait for an operator. */
export async function findWaitingRefunds(db: Db, overdueBefore: Date): Promise<Waiting> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(refunds.requestedAt) })
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'REQUESTED').inlineParams(),
        or(eq(refunds.forOperator, true), lt(refunds.dueAt, overdueBefore)),
      ),
    )
  return row ?? { count: 0, oldestAt: null }
}

/** Counts the holds that wait for a decision, and the upheld ones that wait for an answer. */
export async function findWaitingHolds(db: Db): Promise<Waiting> {
  const since = sql`case ${holds.state} when 'OPEN' then ${holds.openedAt} else ${holds.appealedAt} end`
  const isUnanswered = and(isNotNull(holds.appealedAt), isNull(holds.answeredAt))
  const [row] = await db
    .select({ count: count(), oldestAt: sql`min(${since})`.mapWith(instantOrNull) })
    .from(holds)
    .where(and(isNull(holds.endedAt), or(eq(holds.state, 'OPEN'), isUnanswered)))
  return row ?? { count: 0, oldestAt: null }
}

export async function findTreasury(db: Db) {
  const lanes = await db.select().from(treasuryLanes).orderBy(asc(treasuryLanes.chainId))
  const [row] = await db.select().from(treasurySwitch)
  return {
    lanes: lanes.map(({ chainId, frozenAt, lowSince }) => ({
      chainId,
      isFrozen: frozenAt !== null,
      isLow: lowSince !== null,
    })),
    isStopped: row?.stoppedAt != null,
  }
}

export function findDeadJobs(db: Db) {
  return db
    .select({ kind: jobs.kind, count: count() })
    .from(jobs)
    .where(isNotNull(jobs.deadAt))
    .groupBy(jobs.kind)
    .orderBy(asc(jobs.kind))
}

/** Returns the products on sale of a season that have a limited stock. */
export function findStocks(db: Db, seasonId: number) {
  // The builder names columns of a single table without it, which would be another one here.
  const sold = sql`(select coalesce(sum(b.bought), 0) from ${productBuyers} b
    where b.product_id = ${products}.id)`
  return db
    .select({
      productId: products.id,
      name: products.name,
      left: sql`${products.stock}`.mapWith(Number),
      sold: sold.mapWith(Number),
    })
    .from(products)
    .where(
      and(eq(products.seasonId, seasonId), eq(products.onSale, true), isNotNull(products.stock)),
    )
    .orderBy(asc(products.id))
}

export async function findInviteBudget(db: Db, seasonId: number) {
  const [terms] = await db
    .select({ budget: inviteTerms.seasonBudget })
    .from(inviteTerms)
    .orderBy(desc(inviteTerms.id))
    .limit(1)
  const [promised] = await db
    .select({ promised: inviteBudgets.promised })
    .from(inviteBudgets)
    .where(eq(inviteBudgets.seasonId, seasonId))
  return { promised: promised?.promised ?? 0n, budget: terms?.budget ?? 0n }
}

/** Returns the most failed sign-ins that one account of an operator had in the present window. */
export async function findFailedLogins(db: Db, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql`coalesce(max(${rateLimits.count}), 0)`.mapWith(Number) })
    .from(rateLimits)
    .where(
      and(
        inArray(rateLimits.name, [
          'operatorCodesPerName',
          'operatorPasswordPerDevice',
          'operatorPasswordPerName',
        ]),
        gt(rateLimits.windowStartedAt, since),
      ),
    )
  return row?.count ?? 0
}

/** Counts the adjustments of each operator by programme day. */
export function countAdjustments(db: Db, since: Date) {
  const day = sql<string>`(((${auditEntries.at} at time zone 'UTC') + interval '4 hours')::date)::text`
  return db
    .select({ actor: auditEntries.actor, day, count: count() })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'member.adjust'), gte(auditEntries.at, since)))
    .groupBy(auditEntries.actor, day)
}

/** Lists the drafts whose scheduled publication was suspended. */
export async function findSuspended(db: Db) {
  const rows = await db
    .select({
      seasonId: seasons.id,
      title: seasons.title,
      problems: seasonSchedules.problems,
      gate: seasonSchedules.gate,
    })
    .from(seasonSchedules)
    .innerJoin(seasons, eq(seasons.id, seasonSchedules.seasonId))
    .where(eq(seasonSchedules.state, 'SUSPENDED').inlineParams())
    .orderBy(asc(seasons.id))
  return rows.map(({ seasonId, title, problems, gate }) => ({
    seasonId,
    title: title.en,
    problems: problems.length || gate.length,
  }))
}
