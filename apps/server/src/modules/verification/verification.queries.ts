import { and, eq, inArray, isNull, like, lt, or, sql } from 'drizzle-orm'
import { CODE_MAX_TRIES } from '@solstice/rules/verification'
import type { Db } from '#/platform/process/db.ts'
import { verificationCodes, type Purpose } from './verification.table.ts'

export type VerificationRow = typeof verificationCodes.$inferSelect
export type Slot = Pick<VerificationRow, 'email' | 'purpose'>

/** Those of devices too. */
function rowsOf(email: string, purpose: Purpose) {
  return and(
    eq(verificationCodes.email, email),
    or(eq(verificationCodes.purpose, purpose), like(verificationCodes.purpose, `${purpose}/%`)),
  )
}

/** Writes only if the last request is older than `lastSentBefore`; two tabs asking at once send one mail. */
export async function replaceCode(
  db: Db,
  row: typeof verificationCodes.$inferInsert,
  lastSentBefore: Date,
): Promise<boolean> {
  const fresh = { ...row, codeHash: null, triesUsed: 0, verifiedAt: null, mailedAt: null }
  const written = await db
    .insert(verificationCodes)
    .values(fresh)
    .onConflictDoUpdate({
      target: [verificationCodes.email, verificationCodes.purpose],
      set: fresh,
      setWhere: lt(verificationCodes.sentAt, lastSentBefore),
    })
    .returning({ email: verificationCodes.email })
  return written.length === 1
}

/** In the order of the slots. */
export async function findCodes(db: Db, slots: readonly Slot[]): Promise<VerificationRow[]> {
  const [{ email } = { email: '' }] = slots
  const purposes = slots.map(({ purpose }) => purpose)
  const rows = await db
    .select()
    .from(verificationCodes)
    .where(and(eq(verificationCodes.email, email), inArray(verificationCodes.purpose, purposes)))
  return rows.toSorted((a, b) => purposes.indexOf(a.purpose) - purposes.indexOf(b.purpose))
}

export function lockCodes(db: Db, email: string, purpose: Purpose): Promise<VerificationRow[]> {
  return db.select().from(verificationCodes).where(rowsOf(email, purpose)).for('update')
}

/** Counts the try before anybody looks at the digits, so that parallel guesses cannot share one. */
export async function countTry(db: Db, requestId: string): Promise<VerificationRow | undefined> {
  const [row] = await db
    .update(verificationCodes)
    .set({ triesUsed: sql`${verificationCodes.triesUsed} + 1` })
    .where(
      and(
        eq(verificationCodes.requestId, requestId),
        lt(verificationCodes.triesUsed, CODE_MAX_TRIES),
      ),
    )
    .returning()
  return row
}

/** Of this very request: one that took its place meanwhile was not verified by it. */
export async function markVerified(db: Db, requestId: string, verifiedAt: Date): Promise<boolean> {
  const marked = await db
    .update(verificationCodes)
    .set({ verifiedAt })
    .where(eq(verificationCodes.requestId, requestId))
    .returning({ requestId: verificationCodes.requestId })
  return marked.length === 1
}

export async function deleteCodes(db: Db, email: string, purpose: Purpose): Promise<void> {
  await db.delete(verificationCodes).where(rowsOf(email, purpose))
}

/**
 * The request a mail belongs to, as long as no later one took its place and nothing was mailed yet.
 * Guesses made before there was a code do not count against it.
 */
export async function saveMadeCode(
  db: Db,
  requestId: string,
  made: { codeHash: string; expiresAt: Date },
): Promise<VerificationRow | undefined> {
  const [row] = await db
    .update(verificationCodes)
    .set({ ...made, triesUsed: 0 })
    .where(openRequest(requestId))
    .returning()
  return row
}

/** Neither mailed nor answered: a mail server may fail after it has delivered. */
function openRequest(requestId: string) {
  return and(
    eq(verificationCodes.requestId, requestId),
    isNull(verificationCodes.mailedAt),
    isNull(verificationCodes.verifiedAt),
  )
}

export async function findRequest(db: Db, requestId: string): Promise<VerificationRow | undefined> {
  const [row] = await db.select().from(verificationCodes).where(openRequest(requestId))
  return row
}

export async function markMailed(db: Db, requestId: string, mailedAt: Date): Promise<void> {
  await db
    .update(verificationCodes)
    .set({ mailedAt })
    .where(eq(verificationCodes.requestId, requestId))
}
