import { sql, type SQL } from 'drizzle-orm'
import { appendAudit } from '#/platform/books/audit.ts'
import type { Db } from '#/platform/process/db.ts'

const TRIGGERS = [
  ['audit_entries', 'audit_entries_append_only'],
  ['audit_entries', 'audit_entries_advance'],
  ['audit_head', 'audit_head_stays'],
  ['audit_head', 'audit_head_guarded'],
  ['audit_checkpoints', 'audit_checkpoints_follow'],
  ['audit_checkpoints', 'audit_checkpoints_append_only'],
  ['audit_checkpoints', 'audit_checkpoints_unchanged'],
] as const

/** Simulates the database owner: disables the triggers, changes rows, and enables them again. */
export async function tamper(db: Db, ...statements: SQL[]): Promise<void> {
  for (const [table, name] of TRIGGERS) {
    await db.execute(sql.raw(`alter table ${table} disable trigger ${name}`))
  }
  for (const statement of statements) await db.execute(statement)
  for (const [table, name] of TRIGGERS) {
    await db.execute(sql.raw(`alter table ${table} enable trigger ${name}`))
  }
}

/** Removes all entries and checkpoints. */
export async function emptyAudit(db: Db): Promise<void> {
  await tamper(
    db,
    sql`delete from audit_entries`,
    sql`update audit_head set id = 0, hash = repeat('0', 64)`,
    sql`delete from audit_checkpoints`,
    sql`delete from audit_verifications`,
  )
}

/** Appends entries about `member:1`, `member:2` and so on. */
export async function appendEntries(db: Db, count: number, at: Date): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await db.transaction((tx) =>
      appendAudit(tx, {
        at,
        actor: 'operator:owner',
        action: 'member.suspend',
        subject: `member:${number}`,
        data: { reason: `Ticket ${number}` },
      }),
    )
  }
}
