import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

/** A regular expression that server, web, operator or packages may run on untrusted text. */
type Pattern = { where: string; source: string; flags: string }

const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$|\.gen\.ts$/.test(file),
)

function patternsIn(file: string): Pattern[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const found: Pattern[] = []
  JSON.stringify(parseSync(file, text).program, (_key, value: unknown) => {
    if (isPattern(value)) found.push({ where: file, ...sourceOf(value.regex) })
    // JSON cannot represent the value of a bigint literal.
    return typeof value === 'bigint' ? null : value
  })
  return found
}

type Literal = { regex: { pattern: string; flags: string } }

const sourceOf = ({ pattern, flags }: Literal['regex']) => ({ source: pattern, flags })

function isPattern(value: unknown): value is Literal {
  return typeof value === 'object' && value !== null && 'regex' in value && Boolean(value.regex)
}

const LENGTH = 20_000
/** A linear pattern takes less than a millisecond; a backtracking one takes a hundred or more. */
const LIMIT_MS = 20
const RUNS = 3
/** A busy machine alone never causes this much processor time, so it is not measured again. */
const SURELY_SLOW_MS = 200

const COMMON_CHARACTERS = [
  'a',
  'A',
  '0',
  '1',
  ' ',
  '\n',
  '@',
  '.',
  '/',
  '=',
  '-',
  '_',
  ':',
  ',',
  '<',
  '"',
  '%',
]
const WORDS = ['a@', '.a', '0x', 'http://', 'a:1', ':1:1', '%40', '\n at ', '가', '\u{1f600}']

/**
 * Returns texts that provoke backtracking: the pattern's own characters, repeated after its
 * beginning.
 */
function hostileTexts(source: string, length: number): string[] {
  const own = Array.from(new Set(source.replaceAll(/\\[a-zA-Z]|[\\^$*+?()[\]{}|]/g, ''))).slice(
    0,
    12,
  )
  const pairs = own.flatMap((left) => own.map((right) => left + right))
  const begin = /^\^((?:\\?[\w:/.;,-])+)/.exec(source)?.[1]?.replaceAll('\\', '') ?? ''
  const parts = new Set([...COMMON_CHARACTERS, ...WORDS, ...own, ...pairs])
  return Array.from(parts).flatMap((part) => {
    const long = part.repeat(Math.ceil(length / part.length))
    return [`${long}\u0000`, `${begin}${long}\u0000 `, `a${long}`, `a@${long}@`]
  })
}

const cpuMs = () => process.threadCpuUsage().user / 1000

function timeOf(pattern: RegExp, text: string): number {
  const before = cpuMs()
  if (pattern.global) text.replace(pattern, '')
  else pattern.exec(text)
  return cpuMs() - before
}

/** Returns the first text on which a pattern is slow in every run. */
function findSlowInput(
  { source, flags }: Pick<Pattern, 'source' | 'flags'>,
  length = LENGTH,
): string | undefined {
  const pattern = new RegExp(source, flags)
  return hostileTexts(source, length).find((text) => {
    let least = Infinity
    for (let run = 0; run < RUNS && least > LIMIT_MS; run += 1) {
      const took = timeOf(pattern, text)
      if (took > SURELY_SLOW_MS) return true
      least = Math.min(least, took)
    }
    return least > LIMIT_MS
  })
}

const patterns = files.flatMap(patternsIn)

describe('linear time of regular expressions', () => {
  test('covers every pattern in the source', () => {
    expect(patterns.length).toBeGreaterThan(150)
  })

  test.each(
    patterns.map((pattern) => [pattern.where, pattern.source, pattern.flags, pattern] as const),
  )('%s: /%s/%s', (_where, _source, _flags, pattern) => {
    expect(findSlowInput(pattern)?.slice(0, 40)).toBeUndefined()
  })
})

test.each([
  [String.raw`[^\s<@]+@[^\s>]+`, 'g'],
  [String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`, ''],
  ['0+$', ''],
  [String.raw`\/+$`, ''],
  [String.raw`\B(?=(\d{3})+$)`, 'g'],
  [String.raw`(?:https?|file):\/\/[^\s()]+:\d+:\d+`, ''],
])('the search finds the slow pattern /%s/%s', (source, flags) => {
  // On texts of half the length a slow pattern takes a quarter of the time, and is slow already.
  const found = findSlowInput({ source, flags }, LENGTH / 2) ?? findSlowInput({ source, flags })

  expect(found).toBeDefined()
})
