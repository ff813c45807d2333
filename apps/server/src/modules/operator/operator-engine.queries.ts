import { sql } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import { rowsOf, type Db } from '#/platform/db.ts'

type Job = CallData<'operator.listJobs'>['list'][number]

type JobRow = {
  id: string | number
  kind: string
  attempts: number
  due_at: string | Date
  created_at: string | Date
  dead_at: string | Date | null
  last_error: string | null
}

/** What was given up last comes first; of what waits, what is due next. */
export async function findJobs(
  db: Db,
  state: Job['state'],
  page: { size: number; offset: number },
): Promise<{ list: Job[]; totalCount: number }> {
  const where =
    state === 'dead'
      ? sql`where dead_at is not null`
      : sql`where dead_at is null and done_at is null`
  const order = state === 'dead' ? sql`dead_at desc, id desc` : sql`due_at, id`
  const [total] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from jobs ${where}`,
  )
  const rows = await rowsOf<JobRow>(
    db,
    sql`select id, kind, attempts, due_at, created_at, dead_at, last_error from jobs ${where}
      order by ${order} limit ${page.size} offset ${page.offset}`,
  )
  const list = rows.map((row) => ({
    jobId: Number(row.id),
    kind: row.kind,
    state,
    attempts: row.attempts,
    dueAt: new Date(row.due_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    deadAt: row.dead_at === null ? null : new Date(row.dead_at).toISOString(),
    lastError: row.last_error,
  }))
  return { list, totalCount: total?.count ?? 0 }
}

/** The kind of a job that was dead and is due now. */
export async function reviveJob(db: Db, id: number, now: Date): Promise<string | undefined> {
  const [row] = await rowsOf<{ kind: string }>(
    db,
    sql`update jobs set dead_at = null, attempts = 0, leased_until = null,
        due_at = ${now.toISOString()}::timestamptz
      where id = ${id} and dead_at is not null returning kind`,
  )
  return row?.kind
}

export async function jobExists(db: Db, id: number): Promise<boolean> {
  const rows = await rowsOf<{ id: number }>(db, sql`select id from jobs where id = ${id}`)
  return rows.length === 1
}
