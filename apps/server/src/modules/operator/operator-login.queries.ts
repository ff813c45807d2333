import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { OPERATOR_LOGIN_ATTEMPTS } from '@solstice/rules/operator'
import type { Db } from '#/platform/process/db.ts'
import { operatorLogins } from './operator-identity.table.ts'

type LoginRow = typeof operatorLogins.$inferSelect

export async function insertLogin(db: Db, row: typeof operatorLogins.$inferInsert): Promise<void> {
  await db.insert(operatorLogins).values(row)
}

/** Counts an attempt before it is checked, so that parallel guesses cannot exceed the limit. */
export async function attemptLogin(
  db: Db,
  loginHash: string,
  now: Date,
): Promise<LoginRow | undefined> {
  const [row] = await db
    .update(operatorLogins)
    .set({ attempts: sql`${operatorLogins.attempts} + 1` })
    .where(
      and(
        eq(operatorLogins.loginHash, loginHash),
        gt(operatorLogins.expiresAt, now),
        lt(operatorLogins.attempts, OPERATOR_LOGIN_ATTEMPTS),
      ),
    )
    .returning()
  return row
}

/** Returns false if another request has finished the login. */
export async function takeLogin(db: Db, loginHash: string): Promise<boolean> {
  const taken = await db
    .delete(operatorLogins)
    .where(eq(operatorLogins.loginHash, loginHash))
    .returning({ loginHash: operatorLogins.loginHash })
  return taken.length === 1
}
