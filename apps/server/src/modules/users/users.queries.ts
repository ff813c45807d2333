import { eq } from 'drizzle-orm'
import type { Db } from '#/platform/db.ts'
import { members } from './users.table.ts'

export type MemberRow = typeof members.$inferSelect

export async function findMemberById(db: Db, id: number): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.id, id))
  return row
}

export async function findMemberByEmail(db: Db, email: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.email, email))
  return row
}

export async function findMemberIdByReferralCode(
  db: Db,
  code: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.referralCode, code))
  return row?.id
}

export async function insertMember(db: Db, row: typeof members.$inferInsert): Promise<MemberRow> {
  const [inserted] = await db.insert(members).values(row).returning()
  if (!inserted) throw new Error('The database kept no member')
  return inserted
}
