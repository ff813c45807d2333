import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export type BookmarkRow = {
  id: number
  name: string
  address: string
  networkId: number | null
  createdAt: string | Date
  addressChangedAt: string | Date | null
}

const COLUMNS = sql`id::float8 as id, name, address, network_id::float8 as "networkId",
  created_at as "createdAt", address_changed_at as "addressChangedAt"`

export async function findBookmarks(
  db: Db,
  memberId: number,
  { filter, size, offset }: { filter: string; size: number; offset: number },
): Promise<{ rows: BookmarkRow[]; totalCount: number }> {
  const where = sql`member_id = ${memberId}
    and (strpos(lower(name), lower(${filter})) > 0 or strpos(lower(address), lower(${filter})) > 0)`
  const rows = await rowsOf<BookmarkRow>(
    db,
    sql`select ${COLUMNS} from bookmarks where ${where}
      order by lower(name), id limit ${size} offset ${offset}`,
  )
  const [counted] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from bookmarks where ${where}`,
  )
  return { rows, totalCount: counted?.count ?? 0 }
}

export async function findBookmark(
  db: Db,
  memberId: number,
  id: number,
): Promise<BookmarkRow | undefined> {
  const [row] = await rowsOf<BookmarkRow>(
    db,
    sql`select ${COLUMNS} from bookmarks where id = ${id} and member_id = ${memberId}`,
  )
  return row
}

type Entry = { name: string; address: string; networkId: number | null }

export async function findSameBookmark(
  db: Db,
  memberId: number,
  { name, address, networkId }: Entry,
): Promise<BookmarkRow | undefined> {
  const [row] = await rowsOf<BookmarkRow>(
    db,
    sql`select ${COLUMNS} from bookmarks where member_id = ${memberId} and name = ${name}
      and address = ${address} and network_id is not distinct from ${networkId}::bigint`,
  )
  return row
}

export async function insertBookmark(
  db: Db,
  memberId: number,
  { name, address, networkId }: Entry,
  createdAt: Date,
): Promise<BookmarkRow> {
  const [row] = await rowsOf<BookmarkRow>(
    db,
    sql`insert into bookmarks (member_id, name, address, network_id, created_at)
      values (${memberId}, ${name}, ${address}, ${networkId}, ${createdAt.toISOString()}::timestamptz)
      returning ${COLUMNS}`,
  )
  if (!row) throw new Error('The database kept no bookmark')
  return row
}

export async function updateBookmark(
  db: Db,
  id: number,
  { name, address, networkId, addressChangedAt }: Omit<BookmarkRow, 'id' | 'createdAt'>,
): Promise<void> {
  const changedAt = addressChangedAt === null ? null : new Date(addressChangedAt).toISOString()
  await db.execute(sql`update bookmarks set name = ${name}, address = ${address},
    network_id = ${networkId}, address_changed_at = ${changedAt}::timestamptz where id = ${id}`)
}

export async function deleteBookmark(db: Db, memberId: number, id: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`delete from bookmarks where id = ${id} and member_id = ${memberId} returning id`,
  )
  return rows.length > 0
}

export async function deleteBookmarksOf(db: Db, memberId: number): Promise<void> {
  await db.execute(sql`delete from bookmarks where member_id = ${memberId}`)
}
