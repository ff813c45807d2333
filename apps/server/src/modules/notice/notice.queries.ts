import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { noticeReads, notices } from './notice.table.ts'

export type NoticeRow = typeof notices.$inferSelect
export type NewNotice = Omit<typeof notices.$inferInsert, 'id' | 'withdrawnAt' | 'changedAt'>
export type NoticeState = 'SCHEDULED' | 'PUBLISHED' | 'WITHDRAWN'

export async function insertNotice(tx: Db, notice: NewNotice): Promise<NoticeRow> {
  const [row] = await tx.insert(notices).values(notice).returning()
  if (!row) throw new Error('Inserting the notice returned no row')
  return row
}

export async function findNotice(db: Db, id: number): Promise<NoticeRow | undefined> {
  const [row] = await db.select().from(notices).where(eq(notices.id, id))
  return row
}

export async function lockNotice(tx: Db, id: number): Promise<NoticeRow | undefined> {
  const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update')
  return row
}

export async function updateNotice(
  tx: Db,
  id: number,
  change: Partial<Omit<NoticeRow, 'id' | 'withdrawnAt' | 'publishedBy'>>,
): Promise<void> {
  await tx.update(notices).set(change).where(eq(notices.id, id))
}

type Filter = { type?: NoticeRow['type'] | undefined; state?: NoticeState | undefined; now: Date }

function isListed({ type, state, now }: Filter) {
  const isOf: Record<NoticeState, SQL | undefined> = {
    SCHEDULED: and(isNull(notices.withdrawnAt), gt(notices.publishedAt, now)),
    PUBLISHED: and(isNull(notices.withdrawnAt), lte(notices.publishedAt, now)),
    WITHDRAWN: isNotNull(notices.withdrawnAt),
  }
  return and(type && eq(notices.type, type), state && isOf[state])
}

export async function findAllNotices(
  db: Db,
  filter: Filter,
  page: { size: number; offset: number },
): Promise<{ rows: NoticeRow[]; totalCount: number }> {
  const totalCount = await db.$count(notices, isListed(filter))
  const rows = await db
    .select()
    .from(notices)
    .where(isListed(filter))
    .orderBy(desc(notices.publishedAt), desc(notices.id))
    .limit(page.size)
    .offset(page.offset)
  return { rows, totalCount }
}

type Visible = { since: Date; now: Date; type?: NoticeRow['type'] | undefined }

function isVisible({ since, now, type }: Visible) {
  return and(
    isNull(notices.withdrawnAt),
    gt(notices.publishedAt, since),
    lte(notices.publishedAt, now),
    type && eq(notices.type, type),
  )
}

/**
 * Returns the notices and which of them the member has read; for anonymous callers none is read.
 */
export async function findVisibleNotices(
  db: Db,
  filter: Visible & { memberId: number | undefined },
  page: { size: number; offset: number },
): Promise<{ rows: (NoticeRow & { read: boolean })[]; totalCount: number }> {
  const [total] = await db.select({ count: count() }).from(notices).where(isVisible(filter))
  const rows = await db
    .select()
    .from(notices)
    .where(isVisible(filter))
    .orderBy(desc(notices.publishedAt), desc(notices.id))
    .limit(page.size)
    .offset(page.offset)
  const read = await findRead(
    db,
    filter.memberId,
    rows.map(({ id }) => id),
  )
  return {
    rows: rows.map((row) => ({ ...row, read: read.has(row.id) })),
    totalCount: total?.count ?? 0,
  }
}

async function findRead(
  db: Db,
  memberId: number | undefined,
  noticeIds: readonly number[],
): Promise<Set<number>> {
  if (memberId === undefined || noticeIds.length === 0) return new Set()
  const rows = await db
    .select({ id: noticeReads.noticeId })
    .from(noticeReads)
    .where(
      and(eq(noticeReads.memberId, memberId), inArray(noticeReads.noticeId, idList(noticeIds))),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Returns whether a visible notice with this id exists. */
export async function markNoticeRead(
  db: Db,
  read: { memberId: number; noticeId: number; since: Date; now: Date },
): Promise<boolean> {
  const [visible] = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.id, read.noticeId), isVisible(read)))
  if (!visible) return false
  const { memberId, noticeId, now: readAt } = read
  await db.insert(noticeReads).values({ memberId, noticeId, readAt }).onConflictDoNothing()
  return true
}

export async function markAllNoticesRead(
  db: Db,
  { memberId, since, now }: { memberId: number; since: Date; now: Date },
): Promise<void> {
  const read = db
    .select({
      memberId: sql<number>`${memberId}::bigint`.as('member_id'),
      noticeId: notices.id,
      readAt: sql<Date>`${now.toISOString()}::timestamptz`.as('read_at'),
    })
    .from(notices)
    .where(isVisible({ since, now }))
  await db.insert(noticeReads).select(read).onConflictDoNothing()
}

/** Withdraws the notice once; the first time is kept. */
export async function withdrawNoticeRow(tx: Db, id: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(notices)
    .set({ withdrawnAt: now })
    .where(and(eq(notices.id, id), isNull(notices.withdrawnAt)))
    .returning({ id: notices.id })
  return rows.length === 1
}

export async function deleteNoticeReads(tx: Db, memberId: number): Promise<void> {
  await tx.delete(noticeReads).where(eq(noticeReads.memberId, memberId))
}

/** Moves the instant at which a notice appears, unless an operator has changed it meanwhile. */
export async function movePublication(
  tx: Db,
  noticeId: number,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await tx
    .update(notices)
    .set({ publishedAt: to })
    .where(and(eq(notices.id, noticeId), eq(notices.publishedAt, from)))
}
