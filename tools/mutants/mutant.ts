import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUITES, type Suite } from '../test-results.ts'
import type { TestOutcome } from './outcome.ts'
import { hasTitle, readTitles, titleSource } from './titles.ts'

/** A deliberate fault in the product and the test that has to fail because of it. */
export type Mutant = {
  id: string
  file: string
  /** The exact text to replace; it occurs once in the file. */
  find: string
  replace: string
  /** `path/file.test.ts › title`. The title of a `test.each` selects all cases as written in the source, or one case with its values. */
  killedBy: string
  suite: Suite
}

export type TestName = { file: string; title: string }

/** The environment variable for the path to which the journeys' reporter writes a TestRun. */
export const REPORT_FILE = 'SOLSTICE_MUTANT_REPORT'

const LIST = 'tools/mutants/list/*.json'
const KEYS = ['id', 'file', 'find', 'replace', 'killedBy', 'suite'] as const
const SEPARATOR = ' › '

export function readMutants(root: string): Mutant[] {
  return globSync(LIST, { cwd: root })
    .toSorted()
    .flatMap((file) => parseMutants(file, JSON.parse(readFileSync(join(root, file), 'utf8'))))
}

/** Throws at the first entry that lacks a field. */
export function parseMutants(file: string, list: unknown): Mutant[] {
  if (!Array.isArray(list)) throw new Error(`${file} is not a list`)
  return list.map((entry: unknown, at) => {
    const fields = (entry ?? {}) as Record<string, unknown>
    const missing = KEYS.find((key) => typeof fields[key] !== 'string')
    if (missing) throw new Error(`${file}: entry ${at + 1} has no ${missing}`)
    const mutant = fields as Mutant
    if (!SUITES.includes(mutant.suite)) throw new Error(`${file}: no suite ${mutant.suite}`)
    return mutant
  })
}

export function testNameOf({ killedBy }: Pick<Mutant, 'killedBy'>): TestName {
  const at = killedBy.indexOf(SEPARATOR)
  if (at < 0) throw new Error(`"${killedBy}" does not name a test: write file${SEPARATOR}title`)
  return { file: killedBy.slice(0, at), title: killedBy.slice(at + SEPARATOR.length) }
}

/** Returns the reason why an entry no longer fits the code, or undefined. */
export function whyStale(
  mutant: Mutant,
  readText: (file: string) => string | undefined,
): string | undefined {
  const source = readText(mutant.file)
  if (source === undefined) return `${mutant.file} does not exist`
  const count = source.split(mutant.find).length - 1
  if (mutant.find === '' || count !== 1) return `the text to replace occurs ${count} times`
  if (mutant.find === mutant.replace) return 'it changes nothing'
  const test = testNameOf(mutant)
  const tests = readText(test.file)
  if (tests === undefined) return `${test.file} does not exist`
  const declared = readTitles(test.file, tests)
  const missing = test.title.split(SEPARATOR).find((title) => !hasTitle(declared, title))
  return missing === undefined ? undefined : `${test.file} has no test or block "${missing}"`
}

export function mutate(source: string, { find, replace }: Mutant): string {
  // A function, because `$&` in a replacement string has a special meaning.
  return source.replace(find, () => replace)
}

/** Matches the full names of these tests, as Vitest's `-t` and Playwright's `-g` compare them. */
export function namePattern(titles: readonly string[]): RegExp {
  const sources = titles.map((title) => title.split(SEPARATOR).map(titleSource).join(' '))
  return new RegExp(`(?:^|\\s)(?:${sources.join('|')})$`)
}

function isNamed({ file, title }: TestName, result: RunResult): boolean {
  if (result.file !== file) return false
  const pattern = new RegExp(`^${titleSource(title)}$`)
  return pattern.test(result.path.at(-1) ?? '') || pattern.test(result.path.join(SEPARATOR))
}

export type Verdict = {
  outcome: 'killed' | 'killed by time-out' | 'survived' | 'not run'
  /** The first line of the error that the test or its set-up raised. */
  message?: string
}

export type RunResult = TestOutcome & { file: string; path: string[] }
export type TestRun = { results: RunResult[]; errors: string[] }

/**
 * A mutant counts as killed only when the body of the named test ran and failed. An error in a hook,
 * a fixture or a crashed process would also occur with a test that cannot fail.
 */
export function evaluateRun(mutant: Mutant, { results, errors }: TestRun): Verdict {
  const name = testNameOf(mutant)
  const named = results.filter((result) => isNamed(name, result))
  const find = (outcome: RunResult['outcome']) => named.find((result) => result.outcome === outcome)
  const failed = find('failed')
  if (failed) return withMessage('killed', failed.message)
  const timedOut = find('timed out')
  if (timedOut) return withMessage('killed by time-out', timedOut.message)
  const broken = find('broken')
  if (broken) return withMessage('not run', broken.message)
  if (find('passed')) return { outcome: 'survived' }
  return { outcome: 'not run', message: errors[0] ?? 'no test has this title' }
}

function withMessage(outcome: Verdict['outcome'], message: string | undefined): Verdict {
  return message === undefined ? { outcome } : { outcome, message }
}

/**
 * `--only wallet` selects `wallet-send-nonce`; a full id selects one mutant. An empty list selects
 * all.
 */
export function selectMutants(mutants: readonly Mutant[], only: readonly string[] = []): Mutant[] {
  if (only.length === 0) return [...mutants]
  const ids = new Set(mutants.map(({ id }) => id))
  const matches = ({ id }: Mutant) =>
    only.some((name) => (ids.has(name) ? id === name : id.startsWith(name)))
  return mutants.filter(matches)
}
