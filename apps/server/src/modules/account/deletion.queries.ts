import { sql } from 'drizzle-orm'
import type { DeletionReason } from '@solstice/rules/account'
import { rowsOf, type Db } from '#/platform/db.ts'

export async function blockEmail(db: Db, emailHash: string, until: Date): Promise<void> {
  await db.execute(sql`insert into blocked_emails (email_hash, blocked_until)
    values (${emailHash}, ${until.toISOString()}::timestamptz)
    on conflict (email_hash) do update set blocked_until = excluded.blocked_until`)
}

export async function isBlocked(db: Db, emailHash: string, now: Date): Promise<boolean> {
  const rows = await rowsOf<{ email_hash: string }>(
    db,
    sql`select email_hash from blocked_emails
      where email_hash = ${emailHash} and blocked_until > ${now.toISOString()}::timestamptz`,
  )
  return rows.length > 0
}

export async function unblockEmail(db: Db, emailHash: string, now: Date): Promise<void> {
  await db.execute(sql`delete from blocked_emails
    where email_hash = ${emailHash} and blocked_until <= ${now.toISOString()}::timestamptz`)
}

export async function insertReason(
  db: Db,
  left: { reason: DeletionReason; text: string | undefined; at: Date },
): Promise<void> {
  await db.execute(sql`insert into deletion_reasons (reason, reason_text, created_on)
    values (${left.reason}, ${left.text ?? null}, ${left.at.toISOString().slice(0, 10)}::date)`)
}
