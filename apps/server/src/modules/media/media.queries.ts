import { count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'
import { media } from './media.table.ts'

const { sha256, name, width, height, createdAt } = media
const LISTED = {
  sha256,
  name,
  width,
  height,
  size: sql<number>`octet_length(${media.bytes})`.mapWith(Number),
  createdAt,
}

export type ListedPicture = Awaited<ReturnType<typeof findPictures>>['rows'][number]

/** Keeps the first upload of a picture and returns whether this is the first one. */
export async function insertPicture(tx: Db, row: typeof media.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(media).values(row).onConflictDoNothing().returning({ sha256 })
  return inserted.length > 0
}

export async function findPicture(db: Db, hash: string) {
  const [row] = await db.select(LISTED).from(media).where(eq(sha256, hash))
  return row
}

export async function findPictureBytes(db: Db, hash: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ bytes: media.bytes }).from(media).where(eq(sha256, hash))
  return row?.bytes
}

export async function findPictures(db: Db, query: PageQuery) {
  const rows = await db
    .select(LISTED)
    .from(media)
    .orderBy(desc(createdAt), sha256)
    .limit(query.size)
    .offset(offsetOf(query))
  const [total] = await db.select({ rows: count() }).from(media)
  return { rows, totalCount: total?.rows ?? 0 }
}
