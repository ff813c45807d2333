import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf, type Database } from '#/platform/process/db.ts'
import { openTestDatabase } from '#test/test-database.ts'

const SOURCE = join(import.meta.dirname, '../../src')

type Column = { name: string; type: string; nullable: boolean }
type Table = { name: string; columns: Column[]; primaryKey: string[] }

/** Returns every pgTable of every *.table.ts, as the code defines it. */
async function definedTables(): Promise<Table[]> {
  const tables: Table[] = []
  for await (const file of glob('**/*.table.ts', { cwd: SOURCE })) {
    const { href } = pathToFileURL(join(SOURCE, file))
    const exported = (await import(/* @vite-ignore */ href)) as Record<string, unknown>
    for (const table of Object.values(exported)) {
      if (!(table instanceof PgTable)) continue
      const { name, columns, primaryKeys } = getTableConfig(table)
      tables.push({
        name,
        columns: columns.map((column) => ({
          name: column.name,
          // PostgreSQL writes the type without this space.
          type: column.getSQLType().replace(', ', ','),
          nullable: !column.notNull,
        })),
        primaryKey: [
          ...columns.filter((column) => column.primary).map((column) => column.name),
          ...primaryKeys.flatMap((key) => key.columns.map((column) => column.name)),
        ],
      })
    }
  }
  return tables
}

const defined = await definedTables()

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/**
 * Returns the columns that the migrations created. Generated columns are left out, because only the
 * database uses them.
 */
async function migratedColumns(table: string): Promise<Column[]> {
  return rowsOf<Column>(
    database.db,
    sql`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as nullable
      from pg_attribute a
      where a.attrelid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = ''`,
  )
}

async function migratedPrimaryKey(table: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    database.db,
    sql`select a.attname as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = to_regclass(${table}) and i.indisprimary`,
  )
  return rows.map(({ name }) => name)
}

const byName = (columns: Column[]) => columns.toSorted((a, b) => a.name.localeCompare(b.name))

describe('table definitions in the code match the migrated schema', () => {
  test('cover every table', async () => {
    const migrated = await rowsOf<{ name: string }>(
      database.db,
      sql`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and relname <> 'migrations'`,
    )
    const names = migrated.map(({ name }) => name)
    expect(defined.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  test.each(defined.map((table) => [table.name, table] as const))('%s', async (name, table) => {
    expect(byName(table.columns)).toEqual(byName(await migratedColumns(name)))
    expect(table.primaryKey.toSorted()).toEqual((await migratedPrimaryKey(name)).toSorted())
  })
})
