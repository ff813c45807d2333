import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { ScoredPeer } from '@solstice/rules/hold/assessment'
import type { HoldSignal } from '@solstice/rules/hold/evidence'
import type { HoldAnswer, HoldDecision } from '@solstice/rules/hold/hold'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { holdDecisions, holdLinks, holdPeers, holds } from './hold.table.ts'

export type Hold = typeof holds.$inferSelect
export type HoldDecisionRow = typeof holdDecisions.$inferSelect

/** Lets one process at a time open holds, so that a group gets one number. */
export async function takeHoldLock(tx: Db): Promise<void> {
  // Raw SQL: an advisory lock is a function.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('holds'))`)
}

/** Returns the holds of members, newest first. */
export function findHoldsOf(db: Db, memberIds: readonly number[]): Promise<Hold[]> {
  return db
    .select()
    .from(holds)
    .where(inArray(holds.memberId, idList(memberIds)))
    .orderBy(desc(holds.id))
}

export async function findHold(db: Db, id: number): Promise<Hold | undefined> {
  const [row] = await db.select().from(holds).where(eq(holds.id, id))
  return row
}

export async function lockHold(tx: Db, id: number): Promise<Hold | undefined> {
  const [row] = await tx.select().from(holds).where(eq(holds.id, id)).for('update')
  return row
}

/** Locks the holds of a group that apply now, in the order of their ids. */
export function lockGroup(tx: Db, groupId: number): Promise<Hold[]> {
  return tx
    .select()
    .from(holds)
    .where(and(eq(holds.groupId, groupId), isNull(holds.endedAt)))
    .orderBy(asc(holds.id))
    .for('update')
}

export async function nextGroup(tx: Db): Promise<number> {
  // Raw SQL: a sequence is read by a function.
  const [row] = await rowsOf<{ id: string | number }>(tx, sql`select nextval('hold_groups') as id`)
  return Number(row?.id)
}

export type NewHold = {
  memberId: number
  groupId: number
  score: number
  signals: HoldSignal[]
  peers: readonly ScoredPeer[]
  openedAt: Date
  until: Date
}

/** Returns undefined if the member has a hold that applies. */
export async function insertHold(tx: Db, { peers, ...hold }: NewHold): Promise<number | undefined> {
  const [row] = await tx
    .insert(holds)
    .values({ ...hold, state: 'OPEN', peers: peers.length })
    .onConflictDoNothing()
    .returning({ id: holds.id })
  if (!row) return undefined
  // All peers may have deleted their accounts, and an insert needs a row.
  if (peers.length > 0) {
    await tx
      .insert(holdPeers)
      .values(
        peers.map(({ memberId, signals, score }) => ({ holdId: row.id, memberId, signals, score })),
      )
  }
  return row.id
}

export async function setAppeal(tx: Db, id: number, appeal: string, at: Date): Promise<void> {
  await tx.update(holds).set({ appeal, appealedAt: at }).where(eq(holds.id, id))
}

/** Ends holds or upholds them. The first decision after an appeal answers it. */
export async function setDecided(
  tx: Db,
  holdIds: readonly number[],
  change: { state: 'UPHELD'; until: Date } | { state: 'RELEASED' },
  at: Date,
): Promise<void> {
  const answeredAt = sql`case when ${holds.appealedAt} is null then ${holds.answeredAt}
    else coalesce(${holds.answeredAt}, ${at.toISOString()}::timestamptz) end`
  await tx
    .update(holds)
    .set({ ...change, ...(change.state === 'RELEASED' ? { endedAt: at } : {}), answeredAt })
    .where(inArray(holds.id, idList(holdIds)))
}

/** Records the same decision about each hold. */
export async function insertDecisions(
  tx: Db,
  holdIds: readonly number[],
  decided: {
    decision: HoldDecision
    answer: HoldAnswer
    reason: string
    until: Date | null
    decidedBy: string
    decidedAt: Date
  },
): Promise<void> {
  const { decision, answer, reason, until, decidedBy, decidedAt } = decided
  // Raw SQL: a group of any size is one value.
  await tx.execute(sql`insert into hold_decisions
      (hold_id, decision, answer, reason, until, decided_by, decided_at)
    select value::bigint, ${decision}::text, ${answer}::text, ${reason}::text,
      ${until?.toISOString() ?? null}::timestamptz, ${decidedBy}::text,
      ${decidedAt.toISOString()}::timestamptz
    from jsonb_array_elements_text(${JSON.stringify(holdIds)}::jsonb)`)
}

/** Ends the next holds whose time is up, and returns them with the state that they had. */
export async function lapseNext(
  tx: Db,
  now: Date,
  count: number,
): Promise<Pick<Hold, 'id' | 'memberId' | 'openedAt' | 'state'>[]> {
  const due = await tx
    .select({
      id: holds.id,
      memberId: holds.memberId,
      openedAt: holds.openedAt,
      state: holds.state,
    })
    .from(holds)
    .where(and(isNull(holds.endedAt), lte(holds.until, now)))
    .orderBy(asc(holds.until), asc(holds.id))
    .limit(count)
    .for('update', { skipLocked: true })
  const ids = idList(due.map(({ id }) => id))
  await tx
    .update(holds)
    .set({ state: 'LAPSED', endedAt: sql`${holds.until}` })
    .where(inArray(holds.id, ids))
  return due
}

/** Returns the decisions of holds, oldest first. */
export function findDecisions(db: Db, holdIds: readonly number[]): Promise<HoldDecisionRow[]> {
  return db
    .select()
    .from(holdDecisions)
    .where(inArray(holdDecisions.holdId, idList(holdIds)))
    .orderBy(asc(holdDecisions.id))
}

/**
 * Part of deleting an account. A hold stays until it ends, because deleting an account would
 * otherwise release its payouts; the words of the member do not.
 */
export async function eraseHoldTexts(tx: Db, memberId: number): Promise<void> {
  await tx.update(holds).set({ appeal: null }).where(eq(holds.memberId, memberId))
  await tx.delete(holdPeers).where(eq(holdPeers.memberId, memberId))
  await tx.delete(holdLinks).where(eq(holdLinks.memberId, memberId))
}
