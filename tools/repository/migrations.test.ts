import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

/** The last migration from before the rule. */
const LAST_WITHOUT_RULE = 136

/** Statements after which the previous release fails, or its writes do. */
const BREAKING: readonly (readonly [string, RegExp])[] = [
  ['drops a table', /\bdrop\s+table\b/],
  ['drops a column', /\bdrop\s+column\b/],
  ['renames', /\brename\s+(?:to|column|constraint)\b/],
  ['changes a type', /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/],
  ['requires a value of a column that exists', /\balter\s+column\s+\w+\s+set\s+not\s+null\b/],
  [
    'requires a value of a new column without a default',
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s+(?![^,;]*\b(?:default|generated)\b)[^,;]*\bnot\s+null\b/,
  ],
]

/** Begins the line with which a migration says that the previous release cannot run beside it. */
const EXCUSE = /^-- needs downtime: \S.{20,}$/m

const findBreaking = (sql: string): string[] => {
  if (EXCUSE.test(sql)) return []
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' '))
  return BREAKING.flatMap(([what, pattern]) =>
    statements.some((statement) => pattern.test(statement)) ? [what] : [],
  )
}

test('every migration leaves a schema with which the previous release works, or says that it needs downtime', () => {
  const files = globSync('apps/server/src/migrations/*.sql', { cwd: ROOT }).filter(
    (file) => Number(basename(file).slice(0, 4)) > LAST_WITHOUT_RULE,
  )
  const broken = files.flatMap((file) =>
    findBreaking(readFileSync(join(ROOT, file), 'utf8')).map((what) => `${basename(file)} ${what}`),
  )

  expect(broken).toEqual([])
})

test.each([
  ['alter table members drop column nickname', 'drops a column'],
  ['drop table if exists members', 'drops a table'],
  ['alter table members rename column a to b', 'renames'],
  ['alter table members alter column a type bigint', 'changes a type'],
  [
    'alter table members alter a set not null; alter table members alter column a set not null',
    'requires a value of a column that exists',
  ],
  [
    'alter table members add column a text not null',
    'requires a value of a new column without a default',
  ],
])('finds a migration that breaks the previous release: %s', (sql, what) => {
  expect(findBreaking(sql)).toEqual([what])
  expect(findBreaking(`-- needs downtime: the former servers read this column\n${sql}`)).toEqual([])
})

test.each([
  'alter table members add column a text',
  "alter table members add column a text not null default ''",
  'create table things (id bigint not null, name text not null)',
  'create index things_name on things (name)',
])('allows a migration that only adds: %s', (sql) => {
  expect(findBreaking(sql)).toEqual([])
})
