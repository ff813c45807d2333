import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export type PasskeyRow = { credentialId: string; salt: string; createdAt: string | Date }

export function findPasskeys(db: Db, memberId: number): Promise<PasskeyRow[]> {
  return rowsOf<PasskeyRow>(
    db,
    sql`select credential_id as "credentialId", salt, created_at as "createdAt" from passkeys
      where member_id = ${memberId} order by created_at, credential_id`,
  )
}

export async function insertPasskey(
  db: Db,
  memberId: number,
  passkey: { credentialId: string; salt: string; createdAt: Date },
): Promise<void> {
  await db.execute(sql`insert into passkeys (member_id, credential_id, salt, created_at)
    values (${memberId}, ${passkey.credentialId}, ${passkey.salt},
      ${passkey.createdAt.toISOString()}::timestamptz)`)
}

export async function deletePasskey(
  db: Db,
  memberId: number,
  credentialId: string,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`delete from passkeys where member_id = ${memberId} and credential_id = ${credentialId}
      returning credential_id`,
  )
  return rows.length > 0
}

export async function deletePasskeysOf(db: Db, memberId: number): Promise<void> {
  await db.execute(sql`delete from passkeys where member_id = ${memberId}`)
}
