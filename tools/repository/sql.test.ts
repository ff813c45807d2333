import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'
import { findSqlViolations, type Violation } from './sql-scan.ts'

/** Matches the driver itself and migrations, which run before there are tables. */
const DRIVER = /\/platform\/(?:\w+\/)?(?:db|migrate|named-session|postgres-pool)\.ts$/

/**
 * Matches expressions for use inside a larger query, and the award, to which slices add their part
 * of one statement.
 */
const PARTS = /\/(?:expressions|award\.queries)\.ts:/

const files = globSync('apps/server/src/**/*.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts') && !DRIVER.test(file),
)

const violations = files.flatMap((file) =>
  findSqlViolations(file, readFileSync(join(ROOT, file), 'utf8')).map((violation) => ({
    ...violation,
    where: `${file}:${violation.line}`,
  })),
)

const violationsOf = (rule: Violation['rule']) =>
  violations.filter((violation) => violation.rule === rule).map(({ where }) => where)

test('services, routes and jobs import no sql', () => {
  expect(violationsOf('import')).toEqual([])
})

test('a comment above every raw statement explains why it is raw', () => {
  expect(violationsOf('uncommented')).toEqual([])
})

test('no query accepts an SQL fragment', () => {
  const allowed = violationsOf('parameter').filter((where) => PARTS.test(where))

  expect(violationsOf('parameter')).toEqual(allowed)
  expect(allowed).not.toEqual([])
})

describe('the scan', () => {
  const rulesIn = (file: string, ...lines: string[]) =>
    findSqlViolations(file, lines.join('\n')).map(({ line, rule }) => `${line} ${rule}`)
  const IMPORTS = `import { sql, type SQL } from 'drizzle-orm'; import { rowsOf } from './db.ts'`

  test('finds imports in services only', () => {
    expect(rulesIn('a.service.ts', IMPORTS)).toEqual(['1 import', '1 import'])
    expect(rulesIn('a.service.ts', `import { eq } from 'drizzle-orm'`)).toEqual([])
    expect(rulesIn('a.queries.ts', IMPORTS)).toEqual([])
  })

  test('finds raw statements without a comment', () => {
    const raw = 'const rows = await rowsOf(db, sql`select 1`)'
    expect(rulesIn('a.queries.ts', IMPORTS, raw)).toEqual(['2 uncommented'])
    expect(rulesIn('a.queries.ts', IMPORTS, '// Raw SQL: a lock.', raw)).toEqual([])
    expect(rulesIn('a.queries.ts', IMPORTS, '// Raw SQL: a', '// lock.', raw)).toEqual([])
    expect(rulesIn('a.queries.ts', IMPORTS, '// Raw SQL: a lock.', '', raw)).toHaveLength(1)
    expect(rulesIn('a.queries.ts', IMPORTS, '// A lock.', raw)).toHaveLength(1)
    const execute = ['async () => {', '  await ctx.db.execute(statement)', '}']
    expect(rulesIn('a.queries.ts', ...execute)).toEqual(['2 uncommented'])
    expect(rulesIn('a.queries.ts', '// Raw SQL: of another.', ...execute)).toHaveLength(1)
    expect(rulesIn('a.service.ts', 'await mission.execute(statement)')).toEqual([])
  })

  test('finds parameters that are or contain a fragment', () => {
    expect(rulesIn('a.queries.ts', 'export function find(db: Db, where: SQL) {}')).toEqual([
      '1 parameter',
    ])
    expect(rulesIn('a.queries.ts', 'export const find = ({ a }: { a?: SQL }) => a')).toHaveLength(1)
    expect(rulesIn('a.queries.ts', 'type X = { a: SQL[] }', 'export function f(x: X) {}')).toEqual([
      '2 parameter',
    ])
    expect(rulesIn('a.queries.ts', 'export function where(id: number): SQL {}')).toEqual([])
  })
})
