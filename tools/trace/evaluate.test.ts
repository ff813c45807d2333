import { expect, test } from 'vitest'
import { countByPrefix, evaluate } from './evaluate.ts'
import type { Proof, Row } from './requirements.ts'
import type { Outcome, Suite, TestResult } from '../test-results.ts'

const KNOWN = new Set(['AUTH-01', 'AUTH-02', 'PIN-01'])
const ONE = new Set(['AUTH-01'])
const SERVER = 'apps/server/src/platform/books/ledger.test.ts'

const aRow = (ids: string[], ...proofs: Proof[]): Row => ({
  where: 'auth.md:5',
  ids,
  promise: '',
  proofs,
})
const REASON: Proof = { kind: 'reason', text: 'why' }
const aTest = (file: string, title = 'works'): Proof => ({ kind: 'test', file, title })
const aResult = (
  suite: Suite,
  file: string,
  outcome: Outcome = 'passed',
  path = ['works'],
): TestResult => ({ suite, file, path, outcome })

test('a passed test proves its row', () => {
  const { standings, problems } = evaluate([aRow(['AUTH-01'], aTest('tools/a.test.ts'))], ONE, [
    aResult('unit', 'tools/a.test.ts'),
  ])

  expect(problems).toEqual([])
  expect(standings.get('AUTH-01')).toBe('proven')
})

test('a platform test must have passed on both databases', () => {
  const rows = [aRow(['AUTH-01'], aTest(SERVER))]

  const one = evaluate(rows, ONE, [aResult('server-pglite', SERVER)])
  const both = evaluate(rows, ONE, [
    aResult('server-pglite', SERVER),
    aResult('server-postgres', SERVER),
  ])

  expect(one.problems).toEqual([`auth.md:5: no such test in server-postgres: ${SERVER} › works`])
  expect(one.standings.get('AUTH-01')).toBe('broken')
  expect(both.problems).toEqual([])
})

test.each([
  ['modules/auth/auth.test.ts', 'server-postgres'],
  ['platform/books/ledger.race.test.ts', 'server-postgres'],
  ['platform/books/ledger.postgres.test.ts', 'server-postgres'],
  ['modules/operator/operator.pglite.test.ts', 'server-pglite'],
] as const)('%s has to pass only in %s', (path, suite) => {
  const file = `apps/server/src/${path}`

  const { problems } = evaluate([aRow(['AUTH-01'], aTest(file))], ONE, [aResult(suite, file)])

  expect(problems).toEqual([])
})

test.each(['failed', 'skipped'] as const)('a %s test proves nothing', (outcome) => {
  const { standings, problems } = evaluate([aRow(['AUTH-01'], aTest('e2e/a.spec.ts'))], ONE, [
    aResult('journeys', 'e2e/a.spec.ts', outcome),
  ])

  expect(problems.join()).toContain(outcome)
  expect(standings.get('AUTH-01')).toBe('broken')
})

test('one broken proof among several breaks the row', () => {
  const { problems } = evaluate(
    [aRow(['AUTH-01'], aTest('tools/a.test.ts'), aTest('tools/a.test.ts', 'gone'))],
    ONE,
    [aResult('unit', 'tools/a.test.ts')],
  )

  expect(problems).toEqual(['auth.md:5: no such test in unit: tools/a.test.ts › gone'])
})

test('a title may include its describe blocks', () => {
  const { problems } = evaluate(
    [aRow(['AUTH-01'], aTest('tools/a.test.ts', 'block › works'))],
    ONE,
    [aResult('unit', 'tools/a.test.ts', 'passed', ['block', 'works'])],
  )

  expect(problems).toEqual([])
})

test('rejects unknown ids and ids listed twice', () => {
  const { problems } = evaluate(
    [aRow(['AUTH-01', 'NOPE-01'], REASON), aRow(['AUTH-01'], REASON)],
    ONE,
    [],
  )

  expect(problems).toEqual([
    'auth.md:5: NOPE-01 is not in ids.txt',
    'auth.md:5: AUTH-01 is listed twice',
  ])
})

test('rejects an id that no row lists', () => {
  const { problems } = evaluate([aRow(['AUTH-01', 'PIN-01'], REASON)], KNOWN, [])

  expect(problems).toEqual(['no row lists AUTH-02'])
})

test('counts by prefix, including unlisted ids', () => {
  const { standings } = evaluate(
    [aRow(['AUTH-01'], aTest('tools/a.test.ts')), aRow(['PIN-01'], REASON)],
    KNOWN,
    [aResult('unit', 'tools/a.test.ts')],
  )

  expect(Object.fromEntries(countByPrefix(KNOWN, standings))).toEqual({
    AUTH: { proven: 1, broken: 0, reason: 0, unlisted: 1 },
    PIN: { proven: 0, broken: 0, reason: 1, unlisted: 0 },
  })
})
