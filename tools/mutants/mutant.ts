import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUITES, type Suite, type TestResult } from '../test-results.ts'

/** One deliberate fault in the product and the test that has to notice it. */
export type Mutant = {
  id: string
  file: string
  /** The exact text to replace; it occurs once in the file. */
  find: string
  replace: string
  /** `path/file.test.ts › title`. A title of `test.each` names all cases as it stands in the source, or one with its values. */
  killedBy: string
  suite: Suite
}

export type TestName = { file: string; title: string }

const LIST = 'tools/mutants/list/*.json'
const KEYS = ['id', 'file', 'find', 'replace', 'killedBy', 'suite'] as const
const SEPARATOR = ' › '

export function readMutants(root: string): Mutant[] {
  return globSync(LIST, { cwd: root })
    .toSorted()
    .flatMap((file) => parseMutants(file, JSON.parse(readFileSync(join(root, file), 'utf8'))))
}

/** Reports the first entry that lacks a field: the commands rely on all of them. */
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
  if (at < 0) throw new Error(`"${killedBy}" names no test: write file${SEPARATOR}title`)
  return { file: killedBy.slice(0, at), title: killedBy.slice(at + SEPARATOR.length) }
}

/** Why an entry no longer fits the code, or nothing. */
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
  const title = test.title.split(SEPARATOR).at(-1) ?? ''
  return hasTitle(tests, title) ? undefined : `${test.file} has no test "${title}"`
}

const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** Whether a text in the source is the title, or becomes it once its values are filled in. */
function hasTitle(source: string, title: string): boolean {
  return Array.from(source.matchAll(TEXT), (found) => found[1] ?? found[2] ?? found[3] ?? '')
    .map((text) => text.replaceAll(/\\(['"`$\\])/g, '$1'))
    .some((text) => text === title || new RegExp(`^${titleSource(text)}$`).test(title))
}

export function mutate(source: string, { find, replace }: Mutant): string {
  // A function, because a replacement text would give `$&` a meaning.
  return source.replace(find, () => replace)
}

/** What `test.each` puts values into: `%s`, `$name`, and `${name}` of a template literal. */
const PLACEHOLDER = /%[sdifjopc#%]|\$\{[^}]*\}|\$\w+(?:\.\w+)*/g

function titleSource(title: string): string {
  const literal = title
    .split(PLACEHOLDER)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return literal.join('.*')
}

/** Matches the full names of these tests, as Vitest's `-t` and Playwright's `-g` compare them. */
export function namePattern(titles: readonly string[]): RegExp {
  const sources = titles.map((title) => title.split(SEPARATOR).map(titleSource).join(' '))
  return new RegExp(`(?:^|\\s)(?:${sources.join('|')})$`)
}

function isNamed({ file, title }: TestName, result: Pick<TestResult, 'file' | 'path'>): boolean {
  if (result.file !== file) return false
  const pattern = new RegExp(`^${titleSource(title)}$`)
  return pattern.test(result.path.at(-1) ?? '') || pattern.test(result.path.join(SEPARATOR))
}

export type Verdict = {
  outcome: 'killed' | 'survived' | 'not run'
  /** The first line of what the test or its set-up reported. */
  said?: string
}

export type TestRun = { results: TestResult[]; errors: string[] }

/** A mutant counts as killed only when the named test itself ran and failed. */
export function judgeRun(mutant: Mutant, { results, errors }: TestRun): Verdict {
  const named = results.filter((result) => isNamed(testNameOf(mutant), result))
  const failed = named.find(({ outcome }) => outcome === 'failed')
  if (failed) return { outcome: 'killed', ...(failed.said ? { said: failed.said } : {}) }
  if (named.some(({ outcome }) => outcome === 'passed')) return { outcome: 'survived' }
  return { outcome: 'not run', said: errors[0] ?? 'no test has this title' }
}

/** `--only wallet` selects `wallet-send-nonce`; a full id selects one mutant. */
export function selectMutants(mutants: readonly Mutant[], only: string | undefined): Mutant[] {
  if (only === undefined) return [...mutants]
  const exact = mutants.filter(({ id }) => id === only)
  return exact.length > 0 ? exact : mutants.filter(({ id }) => id.startsWith(only))
}
