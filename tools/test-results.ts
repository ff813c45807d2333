import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The suites whose results can prove a requirement, by the file each leaves in artefacts. */
export const SUITES = ['unit', 'server-pglite', 'server-postgres', 'journeys'] as const
export type Suite = (typeof SUITES)[number]

export type Outcome = 'passed' | 'failed' | 'skipped'
export type TestResult = {
  suite: Suite
  file: string
  path: string[]
  outcome: Outcome
  /** What a failed test said first. */
  said?: string
  /** It failed, and passed when it was tried again. */
  isShaky?: boolean
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
type PlaywrightSuite = {
  title: string
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    tests: PlaywrightTest[]
  }[]
}
type PlaywrightTest = { results: { status: string; error?: { message?: string } }[] }
type PlaywrightReport = { suites: PlaywrightSuite[] }

export function readVitest(suite: Suite, root: string, report: VitestReport): TestResult[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      suite,
      file: relative(root, name).split(sep).join('/'),
      path: [...test.ancestorTitles, test.title],
      outcome: outcomeOf([test.status]),
      ...saidBy(test.failureMessages?.[0]),
    })),
  )
}

export function readPlaywright(report: PlaywrightReport): TestResult[] {
  const read = (suite: PlaywrightSuite, parents: string[]): TestResult[] => [
    ...suite.specs.map((spec) => ({
      suite: 'journeys' as const,
      file: `e2e/${spec.file}`,
      path: [...parents, spec.title],
      outcome: outcomeOf(spec.tests.map((test) => test.results.at(-1)?.status ?? 'skipped')),
      ...saidBy(spec.tests.flatMap(failuresOf).at(0)),
      ...(spec.tests.some(isShaky) ? { isShaky: true } : {}),
    })),
    ...(suite.suites ?? []).flatMap((inner) => read(inner, [...parents, inner.title])),
  ]
  // The outermost suite is the file itself.
  return report.suites.flatMap((file) => read(file, []))
}

function failuresOf({ results }: PlaywrightTest): string[] {
  return results.flatMap(({ error }) => error?.message ?? [])
}

function isShaky({ results }: PlaywrightTest): boolean {
  return results.length > 1 && results.at(-1)?.status === 'passed'
}

const SAID_LENGTH = 600

function saidBy(message: string | undefined): { said?: string } {
  return message === undefined
    ? {}
    : { said: stripVTControlCharacters(message).slice(0, SAID_LENGTH) }
}

function outcomeOf(statuses: string[]): Outcome {
  if (statuses.some((status) => !['passed', 'skipped', 'pending', 'todo'].includes(status))) {
    return 'failed'
  }
  return statuses.every((status) => status === 'passed') ? 'passed' : 'skipped'
}

/** What the last run of a suite left in artefacts; undefined when it left nothing. */
export function readSuite(root: string, suite: Suite): TestResult[] | undefined {
  let text: string
  try {
    text = readFileSync(join(root, 'artefacts', `${suite}.json`), 'utf8')
  } catch {
    return undefined
  }
  return suite === 'journeys'
    ? readPlaywright(JSON.parse(text) as PlaywrightReport)
    : readVitest(suite, root, JSON.parse(text) as VitestReport)
}
