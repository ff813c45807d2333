import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'
import { suitesOf } from '../server-suites.ts'
import {
  type Mutant,
  type RunResult,
  evaluateRun,
  mutate,
  namePattern,
  parseMutants,
  readMutants,
  selectMutants,
  whyStale,
} from './mutant.ts'

const LIMIT: Mutant = {
  id: 'cart-no-limit',
  file: 'cart.ts',
  find: 'count < 10',
  replace: 'true',
  killedBy: "cart.test.ts › a cart › holds ten of the shop's things",
  suite: 'unit',
}

const FILES: Readonly<Record<string, string>> = {
  'cart.ts': 'const isFree = (count: number) => count < 10\n',
  'cart.test.ts': [
    "const TEXT = 'a text that is no title'",
    "describe('a cart', () => {",
    "  test('holds ten of the shop\\'s things', () => {})",
    "  test.each(SIZES)('takes %s of them: $what', () => {})",
    "  test.each([['is full', 10]])('%s', () => {})",
    '})',
  ].join('\n'),
}
const readFake = (file: string) => FILES[file]

function result(change: Partial<RunResult> = {}): RunResult {
  return {
    file: 'cart.test.ts',
    path: ['a cart', "holds ten of the shop's things"],
    outcome: 'passed',
    ...change,
  }
}

describe('the list of mutants', () => {
  const mutants = readMutants(ROOT)
  const readText = (file: string) => {
    const path = join(ROOT, file)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }

  test('names a suite that runs the test', () => {
    const isRun = ({ suite, killedBy }: Mutant) =>
      suitesOf(killedBy.split(' › ')[0] ?? '').includes(suite)

    expect(mutants.filter((mutant) => !isRun(mutant)).map(({ id }) => id)).toEqual([])
  })

  test('has at least 60 entries for web, server and SQL', () => {
    const folders = ['apps/web/', 'apps/server/src/migrations/', 'apps/server/src/modules/']
    const counts = folders.map((folder) => mutants.filter(({ file }) => file.startsWith(folder)))

    expect(mutants.length).toBeGreaterThanOrEqual(60)
    expect(counts.every((some) => some.length >= 5)).toBe(true)
  })

  test('has unique ids', () => {
    const ids = mutants.map(({ id }) => id)

    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(ids.filter((id) => !/^[\w]+(-\w+)+$/.test(id))).toEqual([])
  })

  test.each(mutants)('fits the code with $id', (mutant) => {
    expect(whyStale(mutant, readText)).toBeUndefined()
  })
})

describe('an entry', () => {
  test('that fits is not stale', () => {
    expect(whyStale(LIMIT, readFake)).toBeUndefined()
  })

  test.each(['takes %s of them: $what', 'takes 3 of them: big ones', 'is full'])(
    'may name a case of a table, such as %s',
    (title) => {
      expect(whyStale({ ...LIMIT, killedBy: `cart.test.ts › ${title}` }, readFake)).toBeUndefined()
    },
  )

  test.each<[string, Partial<Mutant>, string]>([
    ['for a file that is gone', { file: 'basket.ts' }, 'basket.ts does not exist'],
    ['whose text is gone', { find: 'count < 9' }, 'the text to replace occurs 0 times'],
    ['whose text is not unique', { find: 'count' }, 'the text to replace occurs 2 times'],
    ['without a text', { find: '' }, 'the text to replace occurs 44 times'],
    ['that changes nothing', { replace: 'count < 10' }, 'it changes nothing'],
    ['whose test file is gone', { killedBy: 'x.test.ts › y' }, 'x.test.ts does not exist'],
    [
      'whose test is gone',
      { killedBy: 'cart.test.ts › y' },
      'cart.test.ts has no test or block "y"',
    ],
    [
      'whose test has only a part of the title',
      { killedBy: 'cart.test.ts › holds ten' },
      'cart.test.ts has no test or block "holds ten"',
    ],
    [
      'whose block is gone',
      { killedBy: 'cart.test.ts › a basket › is full' },
      'cart.test.ts has no test or block "a basket"',
    ],
    [
      'whose title is another text of the file',
      { killedBy: 'cart.test.ts › a text that is no title' },
      'cart.test.ts has no test or block "a text that is no title"',
    ],
    [
      'whose title fits a bare placeholder only',
      { killedBy: 'cart.test.ts › %s' },
      'cart.test.ts has no test or block "%s"',
    ],
  ])('%s is stale', (_label, change, why) => {
    expect(whyStale({ ...LIMIT, ...change }, readFake)).toBe(why)
  })

  test('without a field or with an unknown suite is rejected', () => {
    const unnamed = { ...LIMIT, killedBy: undefined }

    expect(parseMutants('cart.json', [LIMIT])).toEqual([LIMIT])
    expect(() => parseMutants('cart.json', [LIMIT, unnamed])).toThrow(
      'cart.json: entry 2 has no killedBy',
    )
    expect(() => parseMutants('cart.json', [{ ...LIMIT, suite: 'e2e' }])).toThrow('no suite e2e')
    expect(() => parseMutants('cart.json', {})).toThrow('cart.json is not a list')
  })
})

test('a mutant replaces its text literally', () => {
  expect(mutate('a < b', { ...LIMIT, find: '<', replace: '$&$1' })).toBe('a $&$1 b')
})

describe('the name pattern', () => {
  test.each([
    ['holds ten', 'a cart holds ten', true],
    ['holds ten', 'holds ten', true],
    ['holds ten', 'a cart holds ten more', false],
    ['holds ten', 'a cart upholds ten', false],
    ['a cart › holds ten', 'a cart holds ten', true],
    ['a cart › holds ten', 'a basket holds ten', false],
    ['takes 1.5 (or more)?', 'takes 1.5 (or more)?', true],
    ['takes 1.5 (or more)?', 'takes 145 (or more)?', false],
    ['reads %s as $amount.value', 'reads 1 as 100', true],
    ['reads %s as $amount.value', 'writes 1 as 100', false],
  ])('of "%s" selects "%s": %s', (title, fullName, expected) => {
    expect(namePattern(['another test', title]).test(fullName)).toBe(expected)
  })
})

describe('a mutant', () => {
  test('is killed when its own test fails, by the last title or the whole path', () => {
    const failed = [result(), result({ outcome: 'failed', message: 'expected 11 to be 10' })]
    const titleOnly = { ...LIMIT, killedBy: "cart.test.ts › holds ten of the shop's things" }

    expect(evaluateRun(LIMIT, { results: failed, errors: [] })).toEqual({
      outcome: 'killed',
      message: 'expected 11 to be 10',
    })
    expect(evaluateRun(titleOnly, { results: failed, errors: [] }).outcome).toBe('killed')
  })

  test('survives when its test passes, even if another test fails', () => {
    const results = [result(), result({ path: ['another'], outcome: 'failed' })]

    expect(evaluateRun(LIMIT, { results, errors: ['a hook failed'] })).toEqual({
      outcome: 'survived',
    })
  })

  test('is killed by a time-out when its own test exceeds the limit', () => {
    const results = [result(), result({ outcome: 'timed out', message: 'Test timed out' })]

    expect(evaluateRun(LIMIT, { results, errors: [] })).toEqual({
      outcome: 'killed by time-out',
      message: 'Test timed out',
    })
  })

  test('has not run when a hook, a fixture or a crash kept its test from running', () => {
    const results = [result(), result({ outcome: 'broken', message: 'no database' })]

    expect(evaluateRun(LIMIT, { results, errors: [] })).toEqual({
      outcome: 'not run',
      message: 'no database',
    })
  })

  test('has not run when its test was skipped, is in another file, or has another title', () => {
    const results = [
      result({ outcome: 'skipped' }),
      result({ file: 'basket.test.ts', outcome: 'failed' }),
      result({ path: ['another'], outcome: 'failed' }),
    ]

    expect(evaluateRun(LIMIT, { results, errors: [] }).outcome).toBe('not run')
    expect(evaluateRun(LIMIT, { results: [], errors: ['no such export'] })).toEqual({
      outcome: 'not run',
      message: 'no such export',
    })
  })

  test('is selected by its id or by a prefix of its id', () => {
    const list = ['cart-no-limit', 'cart-no-limit-at-night', 'shop-open'].map((id) => ({
      ...LIMIT,
      id,
    }))
    const idsOf = (...only: string[]) => selectMutants(list, only).map(({ id }) => id)

    expect(idsOf('cart-no-limit')).toEqual(['cart-no-limit'])
    expect(idsOf('cart')).toEqual(['cart-no-limit', 'cart-no-limit-at-night'])
    expect(idsOf('cart-no-limit', 'cart-no-limit-at')).toHaveLength(2)
    expect(idsOf('xyz')).toEqual([])
    expect(idsOf()).toHaveLength(3)
  })
})
