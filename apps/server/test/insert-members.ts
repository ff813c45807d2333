import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'

let made = 0

/** Inserts members without a sign-up, for tests that only need an owner. */
export async function insertMembers(db: Db, count: number): Promise<number[]> {
  const from = made
  made += count
  const rows = await rowsOf<{ id: string | number }>(
    db,
    sql`insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      select 'bare-' || i || '@harbor.example', 'none', 'bare' || i, 'bare' || i,
        '2026-06-23T08:00:00Z', '2026-06-23T08:00:00Z', '2026-06-23T08:00:00Z'
      from generate_series(${from + 1}::int, ${made}::int) as i returning id`,
  )
  return rows.map((row) => Number(row.id))
}

export async function insertMember(db: Db): Promise<number> {
  const [member] = await insertMembers(db, 1)
  if (member === undefined) throw new Error('Inserting the member returned no row')
  return member
}
