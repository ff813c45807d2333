import { and, eq } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { passkeys } from './passkey.table.ts'

type PasskeyRow = typeof passkeys.$inferSelect

export function findPasskeys(db: Db, memberId: number): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(passkeys.createdAt, passkeys.credentialId)
}

export async function insertPasskey(db: Db, row: PasskeyRow): Promise<void> {
  await db.insert(passkeys).values(row)
}

export async function deletePasskey(
  db: Db,
  memberId: number,
  credentialId: string,
): Promise<boolean> {
  const rows = await db
    .delete(passkeys)
    .where(and(eq(passkeys.memberId, memberId), eq(passkeys.credentialId, credentialId)))
    .returning({ credentialId: passkeys.credentialId })
  return rows.length > 0
}

export async function deletePasskeysOf(db: Db, memberId: number): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.memberId, memberId))
}
