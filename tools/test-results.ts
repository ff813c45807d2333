import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The suites whose results can prove a requirement; each writes a file in artefacts. */
export const SUITES = ['unit', 'server-pglite', 'server-postgres', 'journeys'] as const
export type Suite = (typeof SUITES)[number]

export type Outcome = 'passed' | 'failed' | 'skipped'
export type TestResult = {
  suite: Suite
  file: string
  path: string[]
  outcome: Outcome
  /** The first error message of a failed test. */
  errorText?: string
  /** The process that crashed during the first run; the outcome is that of the second run. */
  crash?: string
}

/** The type of the annotation on a journey during which a browser or server process crashed. */
export const CRASH = 'crash'

type TestError = { message?: string; cause?: TestError }

const CRASH_SYMPTOM =
  /(target|page) (crashed|closed)|browser (has been )?(closed|disconnected)|ECONNREFUSED|ECONNRESET|socket hang up|other side closed|net::ERR_CONNECTION_/i

/**
 * Returns true if a crashed browser or server explains an error. A failed expectation does not
 * count.
 */
export function isCrashSymptom({ message = '', cause }: TestError): boolean {
  return CRASH_SYMPTOM.test(message) || (cause !== undefined && isCrashSymptom(cause))
}

type VitestReport = {
  testResults: {
    name: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      failureMessages?: string[]
    }[]
  }[]
}
type PlaywrightSpec = {
  title: string
  file: string
  line: number
  tests: {
    expectedStatus?: string
    results: {
      status: string
      error?: TestError
      annotations?: { type: string; description?: string }[]
    }[]
  }[]
}
type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs: PlaywrightSpec[]
}
type PlaywrightReport = {
  suites: PlaywrightSuite[]
  /** Errors outside of tests, such as a file that cannot be loaded. */
  errors?: unknown[]
  stats?: { startTime: string }
}

export function readVitest(suite: Suite, root: string, report: VitestReport): TestResult[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      suite,
      file: relative(root, name).split(sep).join('/'),
      path: [...test.ancestorTitles, test.title],
      outcome: outcomeOf([test.status]),
      ...errorTextOf(test.failureMessages?.[0]),
    })),
  )
}

type Journey = TestResult & {
  line: number
  /**
   * True if a failed serial test before it prevented the run; false if it was skipped on purpose.
   */
  isMissing: boolean
}

/**
 * Reads a report; `rerun` is the report of the second run of the journeys that crashed or were
 * missing.
 */
export function readPlaywright(report: PlaywrightReport, rerun?: PlaywrightReport): TestResult[] {
  const again = new Map(rerun && readJourneys(rerun).map((journey) => [keyOf(journey), journey]))
  return readJourneys(report).map((first) => {
    const isReplaced = first.crash !== undefined || first.isMissing
    const last = (isReplaced && again.get(keyOf(first))) || first
    return {
      ...toResult(last),
      ...(rerun && last.isMissing && { outcome: 'failed', errorText: 'It did not run.' }),
      ...(last !== first && first.crash !== undefined && { crash: first.crash }),
    }
  })
}

function toResult({ suite, file, path, outcome, errorText }: Journey): TestResult {
  return { suite, file, path, outcome, ...(errorText !== undefined && { errorText }) }
}

/**
 * Returns the journeys to run again, as arguments of Playwright, and whether nothing else failed. A
 * file with missing journeys runs completely.
 */
export function findCrashed(report: PlaywrightReport): {
  locations: string[]
  isAllThatFailed: boolean
} {
  const journeys = readJourneys(report)
  const failed = journeys.filter(({ outcome }) => outcome === 'failed')
  const crashed = failed.filter(({ crash }) => crash !== undefined)
  const incomplete = new Set(journeys.filter(({ isMissing }) => isMissing).map(({ file }) => file))
  const locations = crashed.map(({ file, line }) =>
    incomplete.has(file) ? file : `${file}:${line}`,
  )
  return {
    locations: [...new Set(locations)],
    isAllThatFailed:
      crashed.length === failed.length &&
      [...incomplete].every((file) => locations.includes(file)) &&
      (report.errors ?? []).length === 0,
  }
}

function readJourneys(report: PlaywrightReport): Journey[] {
  const read = (suite: PlaywrightSuite, parents: string[]): Journey[] => [
    ...suite.specs.map((spec) => {
      const results = spec.tests.flatMap((test) => test.results)
      // A failed attempt stays a failure, regardless of later ones.
      const outcome = outcomeOf(
        results.length === 0 ? ['skipped'] : results.map(({ status }) => status),
      )
      const [error] = results.flatMap((result) => result.error ?? [])
      const crash = results
        .flatMap(({ annotations = [] }) => annotations)
        .find(({ type }) => type === CRASH)
      // A crash does not excuse a failure with another cause.
      const isCrash = outcome === 'failed' && error !== undefined && isCrashSymptom(error)
      return {
        suite: 'journeys' as const,
        file: `e2e/${spec.file}`,
        line: spec.line,
        path: [...parents, spec.title],
        outcome,
        isMissing:
          outcome === 'skipped' &&
          spec.tests.some(({ expectedStatus }) => expectedStatus !== 'skipped'),
        ...errorTextOf(error?.message),
        ...(crash && isCrash && { crash: crash.description ?? '' }),
      }
    }),
    ...(suite.suites ?? []).flatMap((inner) => read(inner, [...parents, inner.title])),
  ]
  // The outermost suite is the file itself.
  return report.suites.flatMap((file) => read(file, []))
}

function keyOf({ file, path }: TestResult): string {
  return JSON.stringify([file, path])
}

const ERROR_TEXT_MAX_LENGTH = 600

function errorTextOf(message: string | undefined): { errorText?: string } {
  return message === undefined
    ? {}
    : { errorText: stripVTControlCharacters(message).slice(0, ERROR_TEXT_MAX_LENGTH) }
}

function outcomeOf(statuses: string[]): Outcome {
  if (statuses.some((status) => !['passed', 'skipped', 'pending', 'todo'].includes(status))) {
    return 'failed'
  }
  return statuses.every((status) => status === 'passed') ? 'passed' : 'skipped'
}

export const JOURNEYS_REPORT = 'artefacts/journeys.json'
export const RERUN_REPORT = 'artefacts/journeys-rerun.json'

/** Returns the results of the last run of a suite; undefined if there are none. */
export function readSuite(root: string, suite: Suite): TestResult[] | undefined {
  if (suite === 'journeys') {
    const report = readPlaywrightReport(root, JOURNEYS_REPORT)
    const rerun = readPlaywrightReport(root, RERUN_REPORT)
    return report && readPlaywright(report, rerun && isLater(rerun, report) ? rerun : undefined)
  }
  // Vitest writes this file in its documented format.
  const report = readJson(root, `artefacts/${suite}.json`) as VitestReport | undefined
  return report && readVitest(suite, root, report)
}

/** A rerun report of an earlier `npm test` may remain when journeys are run manually. */
function isLater(rerun: PlaywrightReport, report: PlaywrightReport): boolean {
  return startOf(rerun) > startOf(report)
}

function startOf({ stats }: PlaywrightReport): number {
  return Date.parse(stats?.startTime ?? '')
}

export function readPlaywrightReport(root: string, path: string): PlaywrightReport | undefined {
  // Playwright writes this file in its documented format.
  return readJson(root, path) as PlaywrightReport | undefined
}

function readJson(root: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}
