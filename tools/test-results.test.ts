import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  JOURNEYS_REPORT,
  RERUN_REPORT,
  findCrashed,
  isCrashSymptom,
  readPlaywright,
  readSuite,
  readVitest,
} from './test-results.ts'

test('reads a Vitest report with paths relative to the repository', () => {
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

const NO_ERROR = { status: 'failed', annotations: CRASHED.annotations }

function aReport(
  specs: Record<string, (string | (Partial<typeof CRASHED> & { status: string }))[]>,
) {
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
              expectedStatus: 'passed',
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

test('counts a failed attempt as a failure even if a later one passed', () => {
  expect(outcomes(readPlaywright(aReport({ late: ['failed', 'passed'] })))).toEqual({
    late: 'failed',
  })
})

test('uses the second run of a journey that crashed, and of no other', () => {
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

test('reports a journey that crashed and did not run again as failed', () => {
  const [result] = readPlaywright(aReport({ crashed: [CRASHED] }))

  expect(result).toMatchObject({ outcome: 'failed', errorText: 'Target closed' })
})

test('finds only crashed journeys to run again, and returns whether anything else failed', () => {
  const report = aReport({ passes: ['passed'], crashed: [CRASHED] })

  expect(findCrashed(report)).toEqual({
    locations: ['e2e/a.spec.ts:20'],
    isAllThatFailed: true,
  })
  expect(findCrashed(aReport({ wrong: ['failed'], crashed: [CRASHED] }))).toEqual({
    locations: ['e2e/a.spec.ts:20'],
    isAllThatFailed: false,
  })
  expect(findCrashed({ ...report, errors: ['A file cannot be loaded'] })).toMatchObject({
    isAllThatFailed: false,
  })
})

test('does not excuse a journey whose first error has another cause than the crash', () => {
  const failed = { ...CRASHED, error: { message: 'expect(received).toBe(expected)' } }
  const report = aReport({ wrong: [failed], late: [failed, CRASHED], silent: [NO_ERROR] })

  expect(findCrashed(report)).toEqual({ locations: [], isAllThatFailed: false })
  expect(outcomes(readPlaywright(report, aReport({ wrong: ['passed'] })))).toMatchObject({
    wrong: 'failed',
  })
})

test.each([
  'page.goto: Target page, context or browser has been closed',
  'locator.click: Target crashed',
  'page.reload: Page crashed',
  'apiRequestContext.post: connect ECONNREFUSED 127.0.0.1:4000',
  'apiRequestContext.get: read ECONNRESET',
  'apiRequestContext.get: socket hang up',
  'SocketError: other side closed',
  'page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:4000/',
])('recognises "%s" as the symptom of a crash, also as a cause', (message) => {
  expect(isCrashSymptom({ message })).toBe(true)
  expect(isCrashSymptom({ message: 'fetch failed', cause: { message } })).toBe(true)
})

test.each([
  'expect(locator).toBeVisible() failed',
  'Test timeout of 180000ms exceeded.',
  'The log-in returned 500',
  'page.goto: net::ERR_ABORTED',
])('does not recognise "%s" as the symptom of a crash', (message) => {
  expect(isCrashSymptom({ message })).toBe(false)
  expect(isCrashSymptom({})).toBe(false)
})

test('runs the whole file again if a serial journey crashed before others could run', () => {
  const report = aReport({
    crashed: [CRASHED],
    after: ['skipped'],
    last: [],
    alsoCrashed: [CRASHED],
  })

  expect(findCrashed(report)).toEqual({ locations: ['e2e/a.spec.ts'], isAllThatFailed: true })
  const rerun = aReport({ crashed: ['passed'], after: ['passed'], last: ['failed'] })
  expect(outcomes(readPlaywright(report, rerun))).toEqual({
    crashed: 'passed',
    after: 'passed',
    last: 'failed',
    alsoCrashed: 'failed',
  })
})

test('reports a journey that ran in neither run as failed', () => {
  const report = aReport({ crashed: [CRASHED], after: ['skipped'] })

  for (const rerun of [aReport({ crashed: ['passed'] }), report]) {
    expect(readPlaywright(report, rerun)[1]).toMatchObject({
      outcome: 'failed',
      errorText: 'It did not run.',
    })
  }
})

test('does not excuse journeys that are missing from a file without a crash', () => {
  const crashed = aReport({ crashed: [CRASHED] })
  const incomplete = aReport({ missing: [] }).suites.map((suite) => ({
    ...suite,
    specs: suite.specs.map((spec) => ({ ...spec, file: 'b.spec.ts' })),
  }))

  expect(findCrashed({ suites: [...crashed.suites, ...incomplete] })).toEqual({
    locations: ['e2e/a.spec.ts:10'],
    isAllThatFailed: false,
  })
})

test('keeps an intentionally skipped journey skipped and does not run it again', () => {
  const { suites } = aReport({ crashed: [CRASHED], skipped: ['skipped'] })
  for (const test of suites[0]?.specs[1]?.tests ?? []) test.expectedStatus = 'skipped'

  expect(findCrashed({ suites })).toEqual({
    locations: ['e2e/a.spec.ts:10'],
    isAllThatFailed: true,
  })
  expect(outcomes(readPlaywright({ suites }, aReport({ crashed: ['passed'] })))).toEqual({
    crashed: 'passed',
    skipped: 'skipped',
  })
})

test.each([
  ['takes a rerun that began after the journeys', '2026-11-16T08:10:00.000Z', 'passed'],
  ['ignores a rerun of an earlier run', '2026-11-16T07:00:00.000Z', 'failed'],
])('%s', (_title, startTime, outcome) => {
  const root = mkdtempSync(join(tmpdir(), 'solstice-results-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (path: string, report: object) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(report))
  }
  const stats = { startTime: '2026-11-16T08:00:00.000Z' }
  // The rerun is written first to show that the age of the files does not matter.
  write(RERUN_REPORT, { ...aReport({ crashed: ['passed'] }), stats: { startTime } })
  write(JOURNEYS_REPORT, { ...aReport({ crashed: [CRASHED] }), stats })

  expect(readSuite(root, 'journeys')).toMatchObject([{ outcome }])
})
