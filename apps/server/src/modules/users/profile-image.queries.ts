import { sql } from 'drizzle-orm'
import type { ProfileImageType } from '@solstice/rules/account'
import { rowsOf, type Db } from '#/platform/db.ts'

export type ProfileImage = { type: ProfileImageType; content: Buffer }

/** Bytes travel as base64: the two database drivers do not agree on anything else. */
export async function replaceImage(
  db: Db,
  row: { id: string; memberId: number; image: ProfileImage; createdAt: Date },
): Promise<void> {
  await db.execute(sql`insert into profile_images (id, member_id, content_type, content, created_at)
    values (${row.id}, ${row.memberId}, ${row.image.type},
      decode(${row.image.content.toString('base64')}, 'base64'), ${row.createdAt.toISOString()}::timestamptz)
    on conflict (member_id) do update set id = excluded.id, content_type = excluded.content_type,
      content = excluded.content, created_at = excluded.created_at`)
}

export async function deleteImage(db: Db, memberId: number): Promise<void> {
  await db.execute(sql`delete from profile_images where member_id = ${memberId}`)
}

export async function findImageId(db: Db, memberId: number): Promise<string | undefined> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from profile_images where member_id = ${memberId}`,
  )
  return rows[0]?.id
}

export async function findImage(db: Db, id: string): Promise<ProfileImage | undefined> {
  const [row] = await rowsOf<{ type: ProfileImageType; content: string }>(
    db,
    sql`select content_type as type, encode(content, 'base64') as content
      from profile_images where id = ${id}`,
  )
  return row && { type: row.type, content: Buffer.from(row.content, 'base64') }
}
