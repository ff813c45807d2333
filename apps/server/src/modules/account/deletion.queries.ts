import { and, eq, gt, lte } from 'drizzle-orm'
import type { DeletionReason } from '@solstice/rules/account'
import type { Db } from '#/platform/process/db.ts'
import { blockedEmails, deletionReasons } from './account.table.ts'

export async function blockEmail(db: Db, emailHash: string, until: Date): Promise<void> {
  await db
    .insert(blockedEmails)
    .values({ emailHash, blockedUntil: until })
    .onConflictDoUpdate({ target: blockedEmails.emailHash, set: { blockedUntil: until } })
}

export async function isBlocked(db: Db, emailHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ emailHash: blockedEmails.emailHash })
    .from(blockedEmails)
    .where(and(eq(blockedEmails.emailHash, emailHash), gt(blockedEmails.blockedUntil, now)))
  return rows.length > 0
}

export async function unblockEmail(db: Db, emailHash: string, now: Date): Promise<void> {
  await db
    .delete(blockedEmails)
    .where(and(eq(blockedEmails.emailHash, emailHash), lte(blockedEmails.blockedUntil, now)))
}

export async function insertReason(
  db: Db,
  left: { reason: DeletionReason; text: string | undefined; at: Date },
): Promise<void> {
  await db.insert(deletionReasons).values({
    reason: left.reason,
    reasonText: left.text,
    createdOn: left.at.toISOString().slice(0, 10),
  })
}
