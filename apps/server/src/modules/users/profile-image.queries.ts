import { eq, sql } from 'drizzle-orm'
import type { ProfileImageType } from '@solstice/rules/account'
import type { Db } from '#/platform/process/db.ts'
import { profileImages } from './users.table.ts'

export type ProfileImage = { type: ProfileImageType; content: Buffer }

export async function replaceImage(
  db: Db,
  row: { id: string; memberId: number; image: ProfileImage; createdAt: Date },
): Promise<void> {
  const { id, memberId, image, createdAt } = row
  const saved = {
    id,
    contentType: image.type,
    content: image.content,
    createdAt,
  }
  await db
    .insert(profileImages)
    .values({ memberId, ...saved })
    .onConflictDoUpdate({
      target: profileImages.memberId,
      // Refers to `excluded`, so that the image is sent only once.
      set: {
        id: sql`excluded.id`,
        contentType: sql`excluded.content_type`,
        content: sql`excluded.content`,
        createdAt: sql`excluded.created_at`,
      },
    })
}

export async function deleteImage(db: Db, memberId: number): Promise<void> {
  await db.delete(profileImages).where(eq(profileImages.memberId, memberId))
}

export async function findImageId(db: Db, memberId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ id: profileImages.id })
    .from(profileImages)
    .where(eq(profileImages.memberId, memberId))
  return row?.id
}

export async function findImage(db: Db, id: string): Promise<ProfileImage | undefined> {
  const [row] = await db
    .select({
      type: profileImages.contentType,
      content: profileImages.content,
    })
    .from(profileImages)
    .where(eq(profileImages.id, id))
  return row
}
