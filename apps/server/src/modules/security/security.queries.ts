import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { PAUSING_EVENTS, type PausingEvent } from '@solstice/rules/account'
import type { HoldFacts } from '@solstice/rules/payout-hold'
import { rowsOf, type Db } from '#/platform/db.ts'
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
  if (!inserted) throw new Error('The database kept no event')
  return inserted.id
}

export async function findEvent(db: Db, id: number): Promise<SecurityEventRow | undefined> {
  const [row] = await db.select().from(securityEvents).where(eq(securityEvents.id, id))
  return row
}

/** This event and those of the same member before it, as they happened. */
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

const PAUSING = sql.join(
  PAUSING_EVENTS.map((kind) => sql`${kind}`),
  sql`, `,
)

/** Everything that decides whether a member is paid now, in one statement. */
export async function findHoldFacts(db: Db, memberId: number): Promise<HoldFacts | undefined> {
  const [row] = await rowsOf<{
    status: HoldFacts['status']
    deleted: boolean
    frozen_at: string | Date | null
    kind: PausingEvent | null
    paused_at: string | Date | null
  }>(
    db,
    sql`select m.status, m.deleted_at is not null as deleted, m.payouts_frozen_at as frozen_at,
        e.kind, e.created_at as paused_at
      from members m left join lateral (
        select kind, created_at from security_events
        where member_id = m.id and kind in (${PAUSING}) order by created_at desc, id desc limit 1
      ) e on true
      where m.id = ${memberId}`,
  )
  if (!row) return undefined
  const { kind, paused_at: pausedAt, frozen_at: frozenAt } = row
  return {
    status: row.status,
    isDeleted: row.deleted,
    frozenAt: frozenAt === null ? null : new Date(frozenAt),
    lastPause: kind === null || pausedAt === null ? undefined : { kind, at: new Date(pausedAt) },
  }
}

/** True for the first who uses the link of this event. */
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

/** Of a deleted account: what is left tells neither a device nor a wallet nor, once it is mailed, an address. */
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
