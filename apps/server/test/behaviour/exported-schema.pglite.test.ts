import { getTableName, is, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORTED } from '#/modules/export/export.queries.ts'
import { rowsOf, type Database } from '#/platform/process/db.ts'
import { EXCUSED_TABLES, OMITTED_COLUMNS } from '#test/export-excuses.ts'
import { openTestDatabase } from '#test/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Returns `table.column` of every column of the migrated database. */
async function catalogue(): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    database.db,
    sql`select c.relname || '.' || a.attname as name from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and a.attnum > 0 and not a.attisdropped
      order by 1`,
  )
  return rows.map(({ name }) => name)
}

const exportedColumns = new Set(
  EXPORTED.flatMap(({ fields }) => Object.values(fields))
    .filter((field) => is(field, PgColumn))
    .map(({ table, name }) => `${getTableName(table)}.${name}`),
)
const exportedTables = new Set(EXPORTED.map(({ table }) => getTableName(table)))
const tableOf = (column: string) => column.slice(0, column.indexOf('.'))

/** Returns what the database has and the export neither contains nor excuses. */
function forgotten(columns: readonly string[]): string[] {
  return columns.filter((column) =>
    exportedTables.has(tableOf(column))
      ? !exportedColumns.has(column) && !(column in OMITTED_COLUMNS)
      : !(tableOf(column) in EXCUSED_TABLES),
  )
}

test('every table is exported or excused by name, and so is every column of an exported table', async () => {
  const columns = await catalogue()

  expect(columns.length).toBeGreaterThan(500)
  expect(forgotten(columns)).toEqual([])
})

test('a new table, and a new column of an exported table, are found', async () => {
  await database.runScript(
    `create table member_moods (member_id bigint, mood text);
     alter table bookmarks add column colour text;`,
  )

  expect(forgotten(await catalogue())).toEqual([
    'bookmarks.colour',
    'member_moods.member_id',
    'member_moods.mood',
  ])
  await database.runScript('drop table member_moods; alter table bookmarks drop column colour;')
})

test('no excuse is for a table or column that is exported or does not exist', async () => {
  const columns = await catalogue()
  const tables = new Set(columns.map(tableOf))

  const stale = [
    ...Object.keys(EXCUSED_TABLES).filter((name) => exportedTables.has(name) || !tables.has(name)),
    ...Object.keys(OMITTED_COLUMNS).filter((name) => !columns.includes(name)),
  ]

  expect(stale).toEqual([])
  const both = Object.keys(OMITTED_COLUMNS).filter((name) => exportedColumns.has(name))
  expect(both).toEqual([])
})
