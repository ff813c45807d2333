import { sql } from 'drizzle-orm'
import type { AppContext, Reading } from './context.ts'
import { rowsOf } from './db.ts'

export type ArchiveState = { mode: string; since: Date | null }

/**
 * Reports how long ago the write-ahead log was last archived, because a backup without it restores to
 * its own time only. A database that archives nothing has no value.
 */
export async function readArchive({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Reading[]> {
  // Raw SQL: the view belongs to PostgreSQL and has no table in the schema.
  const rows = await rowsOf<{ mode: string; since: string | null }>(
    db,
    sql`select current_setting('archive_mode') as mode,
      extract(epoch from coalesce(last_archived_time, stats_reset)) as since
      from pg_stat_archiver`,
  )
  const [row] = rows
  const since = row?.since == null ? null : new Date(Number(row.since) * 1000)
  return archiveReadings({ mode: row?.mode ?? 'off', since }, now())
}

export function archiveReadings({ mode, since }: ArchiveState, now: Date): Reading[] {
  const seconds = since === null ? undefined : (now.getTime() - since.getTime()) / 1000
  return [
    {
      name: 'solstice_wal_archived_seconds',
      help: 'Seconds since a segment of the write-ahead log was archived, if the database does so',
      values: mode === 'off' || seconds === undefined ? [] : [{ labels: {}, value: seconds }],
    },
  ]
}
