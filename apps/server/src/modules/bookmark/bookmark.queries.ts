import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#/platform/process/db.ts'
import { bookmarks } from './bookmark.table.ts'

export type BookmarkRow = Omit<typeof bookmarks.$inferSelect, 'memberId'>

const COLUMNS = {
  id: bookmarks.id,
  name: bookmarks.name,
  address: bookmarks.address,
  networkId: bookmarks.networkId,
  createdAt: bookmarks.createdAt,
  addressChangedAt: bookmarks.addressChangedAt,
}

export async function findBookmarks(
  db: Db,
  memberId: number,
  { filter, size, offset }: { filter: string; size: number; offset: number },
): Promise<{ rows: BookmarkRow[]; totalCount: number }> {
  const contains = (column: PgColumn) => gt(sql`strpos(lower(${column}), lower(${filter}))`, 0)
  const where = and(
    eq(bookmarks.memberId, memberId),
    or(contains(bookmarks.name), contains(bookmarks.address)),
  )
  const rows = await db
    .select(COLUMNS)
    .from(bookmarks)
    .where(where)
    .orderBy(sql`lower(${bookmarks.name})`, bookmarks.id)
    .limit(size)
    .offset(offset)
  return { rows, totalCount: await db.$count(bookmarks, where) }
}

export async function findBookmark(
  db: Db,
  memberId: number,
  id: number,
): Promise<BookmarkRow | undefined> {
  const [row] = await db
    .select(COLUMNS)
    .from(bookmarks)
    .where(and(eq(bookmarks.id, id), eq(bookmarks.memberId, memberId)))
  return row
}

type Entry = Pick<BookmarkRow, 'name' | 'address' | 'networkId'>

export async function findSameBookmark(
  db: Db,
  memberId: number,
  { name, address, networkId }: Entry,
): Promise<BookmarkRow | undefined> {
  const [row] = await db
    .select(COLUMNS)
    .from(bookmarks)
    .where(
      and(
        eq(bookmarks.memberId, memberId),
        eq(bookmarks.name, name),
        eq(bookmarks.address, address),
        networkId === null ? isNull(bookmarks.networkId) : eq(bookmarks.networkId, networkId),
      ),
    )
  return row
}

export async function insertBookmark(
  db: Db,
  memberId: number,
  { name, address, networkId }: Entry,
  createdAt: Date,
): Promise<BookmarkRow> {
  const [row] = await db
    .insert(bookmarks)
    .values({ memberId, name, address, networkId, createdAt })
    .returning(COLUMNS)
  if (!row) throw new Error('Inserting the bookmark returned no row')
  return row
}

export async function updateBookmark(
  db: Db,
  id: number,
  { name, address, networkId, addressChangedAt }: Omit<BookmarkRow, 'id' | 'createdAt'>,
): Promise<void> {
  await db
    .update(bookmarks)
    .set({ name, address, networkId, addressChangedAt })
    .where(eq(bookmarks.id, id))
}

export async function deleteBookmark(db: Db, memberId: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(bookmarks)
    .where(and(eq(bookmarks.id, id), eq(bookmarks.memberId, memberId)))
    .returning({ id: bookmarks.id })
  return rows.length > 0
}

export async function deleteBookmarksOf(db: Db, memberId: number): Promise<void> {
  await db.delete(bookmarks).where(eq(bookmarks.memberId, memberId))
}
