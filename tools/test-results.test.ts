import { expect, test } from 'vitest'
import { findCrashed, readPlaywright, readVitest } from './test-results.ts'

test('reads a vitest report with paths of the repository', () => {
  const results = readVitest('unit', '/repo', {
    testResults: [
      {
        name: '/repo/tools/a.test.ts',
        assertionResults: [
          { ancestorTitles: ['block'], title: 'works', status: 'passed' },
          { ancestorTitles: [], title: 'breaks', status: 'failed' },
          { ancestorTitles: [], title: 'later', status: 'skipped' },
        ],
      },
    ],
  })

  expect(results).toEqual([
    { suite: 'unit', file: 'tools/a.test.ts', path: ['block', 'works'], outcome: 'passed' },
    { suite: 'unit', file: 'tools/a.test.ts', path: ['breaks'], outcome: 'failed' },
    { suite: 'unit', file: 'tools/a.test.ts', path: ['later'], outcome: 'skipped' },
  ])
})

const CRASHED = {
  status: 'failed',
  error: { message: 'Target closed' },
  annotations: [{ type: 'crash', description: 'The browser process ended' }],
}

function aReport(specs: Record<string, (string | typeof CRASHED)[]>) {
  return {
    suites: [
      {
        title: 'a.spec.ts',
        specs: Object.entries(specs).map(([title, results], index) => ({
          title,
          file: 'a.spec.ts',
          line: 10 * (index + 1),
          tests: [
            {
              results: results.map((result) =>
                typeof result === 'string' ? { status: result } : result,
              ),
            },
          ],
        })),
      },
    ],
  }
}

const outcomes = (results: ReturnType<typeof readPlaywright>) =>
  Object.fromEntries(results.map(({ path, outcome }) => [path.join(' › '), outcome]))

test('reads a Playwright report with its nested blocks', () => {
  const { suites } = aReport({ 'signs up': ['passed'], hangs: ['timedOut'], 'not run': [] })
  const inner = aReport({ inner: ['passed'] }).suites[0]?.specs ?? []

  const results = readPlaywright({
    suites: suites.map((suite) => ({ ...suite, suites: [{ title: 'block', specs: inner }] })),
  })

  expect(results[0]?.file).toBe('e2e/a.spec.ts')
  expect(outcomes(results)).toEqual({
    'signs up': 'passed',
    hangs: 'failed',
    'not run': 'skipped',
    'block › inner': 'passed',
  })
})

test('counts a failed try as a failure even if a later one passed', () => {
  expect(outcomes(readPlaywright(aReport({ late: ['failed', 'passed'] })))).toEqual({
    late: 'failed',
  })
})

test('takes the second run of a journey that crashed, and of no other', () => {
  const report = aReport({ crashed: [CRASHED], wrong: ['failed'], again: [CRASHED] })

  const results = readPlaywright(
    report,
    aReport({ crashed: ['passed'], wrong: ['passed'], again: ['failed'] }),
  )

  expect(outcomes(results)).toEqual({ crashed: 'passed', wrong: 'failed', again: 'failed' })
  expect(results.map(({ crash }) => crash)).toEqual([
    'The browser process ended',
    undefined,
    'The browser process ended',
  ])
})

test('a journey that crashed and did not run again failed', () => {
  const [result] = readPlaywright(aReport({ crashed: [CRASHED] }))

  expect(result).toMatchObject({ outcome: 'failed', said: 'Target closed' })
})

test('finds only crashed journeys to run again, and says whether anything else failed', () => {
  const report = aReport({ passes: ['passed'], crashed: [CRASHED] })

  expect(findCrashed(report)).toEqual({
    crashed: [{ file: 'e2e/a.spec.ts', line: 20 }],
    isAllThatFailed: true,
  })
  expect(findCrashed(aReport({ wrong: ['failed'], crashed: [CRASHED] }))).toEqual({
    crashed: [{ file: 'e2e/a.spec.ts', line: 20 }],
    isAllThatFailed: false,
  })
  expect(findCrashed({ ...report, errors: ['A file cannot be loaded'] })).toMatchObject({
    isAllThatFailed: false,
  })
})
