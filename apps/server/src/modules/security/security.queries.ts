import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { PAUSING_EVENTS, type PausingEvent } from '@solstice/rules/account'
import type { HoldFacts } from '@solstice/rules/payout-hold'
import { holds } from '#/modules/hold/hold.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { securityEvents } from './security.table.ts'

export type SecurityEventRow = typeof securityEvents.$inferSelect

export async function insertEvent(
  db: Db,
  row: typeof securityEvents.$inferInsert,
): Promise<number> {
  const [inserted] = await db
    .insert(securityEvents)
    .values(row)
    .returning({ id: securityEvents.id })
  if (!inserted) throw new Error('Inserting the security event returned no row')
  return inserted.id
}

export async function findEvent(db: Db, id: number): Promise<SecurityEventRow | undefined> {
  const [row] = await db.select().from(securityEvents).where(eq(securityEvents.id, id))
  return row
}

/** Returns this event and the member's earlier events that are not mailed yet, oldest first. */
export function findUnmailed(
  db: Db,
  { id, memberId }: Pick<SecurityEventRow, 'id' | 'memberId'>,
): Promise<SecurityEventRow[]> {
  return db
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.memberId, memberId),
        lte(securityEvents.id, id),
        isNull(securityEvents.mailedAt),
      ),
    )
    .orderBy(securityEvents.id)
}

export async function markEventMailed(db: Db, id: number, mailedAt: Date): Promise<void> {
  await db.update(securityEvents).set({ mailedAt, mailTo: null }).where(eq(securityEvents.id, id))
}

export async function findLastEvent(
  db: Db,
  memberId: number,
  kinds: readonly PausingEvent[],
): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: securityEvents.createdAt })
    .from(securityEvents)
    .where(and(eq(securityEvents.memberId, memberId), inArray(securityEvents.kind, kinds)))
    .orderBy(desc(securityEvents.createdAt))
    .limit(1)
  return row?.createdAt
}

export async function findEventTimes(
  db: Db,
  { memberId, kind, since }: Pick<SecurityEventRow, 'memberId' | 'kind'> & { since: Date },
): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: securityEvents.createdAt })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.memberId, memberId),
        eq(securityEvents.kind, kind),
        gt(securityEvents.createdAt, since),
      ),
    )
    .orderBy(securityEvents.createdAt)
  return rows.map(({ createdAt }) => createdAt)
}

/** The type is narrower than the column, because the query selects these kinds only. */
const pausingKind = sql<PausingEvent>`${securityEvents.kind}`.as('kind')

/** Reads everything that decides whether members can be paid now, in one statement. */
export async function findHoldFacts(
  db: Db,
  memberIds: readonly number[],
): Promise<Map<number, HoldFacts>> {
  const newest = db
    .select({ kind: pausingKind, at: securityEvents.createdAt })
    .from(securityEvents)
    .where(
      and(eq(securityEvents.memberId, members.id), inArray(securityEvents.kind, PAUSING_EVENTS)),
    )
    .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
    .limit(1)
    .as('newest')
  const inForce = db
    .select({ holdId: holds.id, until: holds.until })
    .from(holds)
    .where(and(eq(holds.memberId, members.id), isNull(holds.endedAt)))
    .limit(1)
    .as('in_force')
  const rows = await db
    .select({
      memberId: members.id,
      status: members.status,
      deletedAt: members.deletedAt,
      frozenAt: members.payoutsFrozenAt,
      lastPause: { kind: newest.kind, at: newest.at },
      fairPlay: { holdId: inForce.holdId, until: inForce.until },
    })
    .from(members)
    .leftJoinLateral(newest, sql`true`)
    .leftJoinLateral(inForce, sql`true`)
    .where(inArray(members.id, idList(memberIds)))
  return new Map(
    rows.map(({ memberId, status, deletedAt, frozenAt, lastPause, fairPlay }) => [
      memberId,
      {
        status,
        isDeleted: deletedAt !== null,
        frozenAt,
        lastPause: lastPause ?? undefined,
        fairPlay: fairPlay ?? undefined,
      },
    ]),
  )
}

/** Returns true for the first use of the event's link. */
export async function markReported(db: Db, id: number, reportedAt: Date): Promise<boolean> {
  const rows = await db
    .update(securityEvents)
    .set({ reportedAt })
    .where(and(eq(securityEvents.id, id), isNull(securityEvents.reportedAt)))
    .returning({ id: securityEvents.id })
  return rows.length === 1
}

export async function deleteEventsUntil(db: Db, memberId: number, until: Date): Promise<void> {
  await db
    .delete(securityEvents)
    .where(and(eq(securityEvents.memberId, memberId), lte(securityEvents.createdAt, until)))
}

/**
 * Removes device and wallet from the events of a deleted account; the email address stays only
 * until the mail is sent.
 */
export async function anonymiseEvents(db: Db, memberId: number, email: string): Promise<void> {
  const unmailed = and(eq(securityEvents.memberId, memberId), isNull(securityEvents.mailedAt))
  await db.update(securityEvents).set({ mailTo: email }).where(unmailed)
  await db
    .update(securityEvents)
    .set({ device: null, address: null })
    .where(eq(securityEvents.memberId, memberId))
}

export async function hasEventsSince(db: Db, memberId: number, since: Date): Promise<boolean> {
  const newer = and(eq(securityEvents.memberId, memberId), gt(securityEvents.createdAt, since))
  return (await db.$count(securityEvents, newer)) > 0
}
