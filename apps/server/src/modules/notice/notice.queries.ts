import { and, count, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'
import { notices } from './notice.table.ts'

export type NoticeRow = typeof notices.$inferSelect
export type NewNotice = Omit<typeof notices.$inferInsert, 'id' | 'withdrawnAt'>

export async function insertNotice(tx: Db, notice: NewNotice): Promise<NoticeRow> {
  const [row] = await tx.insert(notices).values(notice).returning()
  if (!row) throw new Error('The database kept no notice')
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

export async function findAllNotices(
  db: Db,
  page: { size: number; offset: number },
): Promise<{ rows: NoticeRow[]; totalCount: number }> {
  const [total] = await db.select({ count: count() }).from(notices)
  const rows = await db
    .select()
    .from(notices)
    .orderBy(desc(notices.publishedAt), desc(notices.id))
    .limit(page.size)
    .offset(page.offset)
  return { rows, totalCount: total?.count ?? 0 }
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

/** With what the member has read; nobody has read nothing. */
export async function findVisibleNotices(
  db: Db,
  wanted: Visible & { memberId: number | undefined },
  page: { size: number; offset: number },
): Promise<{ rows: (NoticeRow & { read: boolean })[]; totalCount: number }> {
  const [total] = await db.select({ count: count() }).from(notices).where(isVisible(wanted))
  const rows = await db
    .select()
    .from(notices)
    .where(isVisible(wanted))
    .orderBy(desc(notices.publishedAt), desc(notices.id))
    .limit(page.size)
    .offset(page.offset)
  const read = await findRead(
    db,
    wanted.memberId,
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
  const rows = await rowsOf<{ id: string | number }>(
    db,
    sql`select notice_id as id from notice_reads where member_id = ${memberId} and notice_id in
      (select value::bigint from jsonb_array_elements_text(${JSON.stringify(noticeIds)}::jsonb))`,
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Tells whether there is such a notice to read. */
export async function markNoticeRead(
  db: Db,
  read: { memberId: number; noticeId: number; since: Date; now: Date },
): Promise<boolean> {
  const [visible] = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.id, read.noticeId), isVisible(read)))
  if (!visible) return false
  await db.execute(sql`insert into notice_reads (member_id, notice_id, read_at)
    values (${read.memberId}, ${read.noticeId}, ${read.now.toISOString()}::timestamptz)
    on conflict do nothing`)
  return true
}

export async function markAllNoticesRead(
  db: Db,
  { memberId, since, now }: { memberId: number; since: Date; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await db.execute(sql`insert into notice_reads (member_id, notice_id, read_at)
    select ${memberId}, n.id, ${at}::timestamptz from notices n
    where n.withdrawn_at is null and n.published_at > ${since.toISOString()}::timestamptz
      and n.published_at <= ${at}::timestamptz
    on conflict do nothing`)
}

/** Once; the first instant stays. */
export async function withdrawNoticeRow(tx: Db, id: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(notices)
    .set({ withdrawnAt: now })
    .where(and(eq(notices.id, id), isNull(notices.withdrawnAt)))
    .returning({ id: notices.id })
  return rows.length === 1
}

export async function deleteNoticeReads(tx: Db, memberId: number): Promise<void> {
  await tx.execute(sql`delete from notice_reads where member_id = ${memberId}`)
}
