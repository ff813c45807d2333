import { and, eq, inArray, isNull, like, lt, or, sql } from 'drizzle-orm'
import { CODE_MAX_TRIES } from '@solstice/rules/verification'
import type { Db } from '#/platform/process/db.ts'
import { verificationCodes, type Purpose } from './verification.table.ts'

export type VerificationRow = typeof verificationCodes.$inferSelect
export type Slot = Pick<VerificationRow, 'email' | 'purpose'>

/** Includes the codes of devices. */
function rowsOf(email: string, purpose: Purpose) {
  return and(
    eq(verificationCodes.email, email),
    or(eq(verificationCodes.purpose, purpose), like(verificationCodes.purpose, `${purpose}/%`)),
  )
}

/**
 * Writes only if the last request is older than `lastSentBefore`, so that two concurrent requests
 * send one mail.
 */
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

/** Returns the codes in the order of the slots. */
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

/** Counts the attempt before the digits are compared, so that parallel guesses cannot share one. */
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

/** Marks exactly this request, because a newer one was not verified by this code. */
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
 * Saves the code of the request that a mail belongs to, unless a later request replaced it or a
 * mail was already sent. Guesses made before there was a code do not count.
 */
export async function saveGeneratedCode(
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

/**
 * Matches a request that is neither mailed nor answered, because a mail server may fail after it
 * has delivered.
 */
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
