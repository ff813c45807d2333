import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { sweeps } from '../../apps/server/src/sweeps.ts'
import { ROOT } from '../run-step.ts'
import { TABLE_GROWTH } from '../table-growth.ts'
import { renderTables, TABLES_PAGE } from '../tables.ts'

/** Returns the tables that the migrations create, without partitions of a table. */
function migratedTables(): string[] {
  const tables = new Set(['migrations'])
  const folder = join(ROOT, 'apps/server/src/migrations')
  const statements =
    /^(create table|drop table|alter table) (?:if (?:not )?exists )?(\w+)(?: rename to (\w+))?(.*)$/gm
  for (const file of globSync('*.sql', { cwd: folder }).toSorted()) {
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, verb, table = '', renamed, rest = ''] of text.matchAll(statements)) {
      if (verb === 'create table' && !rest.startsWith(' partition of ')) tables.add(table)
      if (verb === 'drop table' || renamed !== undefined) tables.delete(table)
      if (renamed !== undefined) tables.add(renamed)
    }
  }
  return Array.from(tables).toSorted()
}

test('the declaration of growth names every table of the migrations, and no other', () => {
  expect(TABLE_GROWTH.map(({ table }) => table).toSorted()).toEqual(migratedTables())
})

test('docs/tables.md is what npm run tables generates', () => {
  expect(readFileSync(TABLES_PAGE, 'utf8')).toBe(renderTables())
})

test('a lifetime in days is that of the sweep of the table', () => {
  const kept = new Map(sweeps.map(({ table, keptMs }) => [table, keptMs / DAY_MS]))
  // Aggregation deletes the moves of the ranking.
  const declared = TABLE_GROWTH.filter(({ table }) => table !== 'ranking_moves').flatMap(
    ({ table, kept: days }) => (typeof days === 'number' ? [[table, days] as const] : []),
  )

  expect(new Map(declared)).toEqual(kept)
})
