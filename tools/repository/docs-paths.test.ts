import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

const DOCS = ['{README,ARCHITECTURE,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md']

/** The docs shorten paths that begin with one of these. */
const BASES = [
  '',
  'apps/server/src',
  'apps/server',
  'apps/web/src',
  ...globSync('packages/*/src', { cwd: ROOT }),
]

/** These are no files of the repository, and the text says so. */
const EXCEPTIONS = new Set([
  // Addresses that the server answers.
  '/v1/openapi.json',
  '/locales/{lng}/{ns}.json',
  // Placeholders in descriptions of a format.
  'path/file.test.ts',
  'path/to/file.test.ts',
  // The example of a first change adds this file.
  'packages/rules/src/ranking.ts',
])

const FILE = /^[^\s`|]+\/[^\s`|]+\.(?:tsx?|sql|md|json|css)$/
const PLACEHOLDER = /[*<>]|NNNN/

/** Paths in backticks, and the files of proofs: `file › title`. */
function pathsIn(text: string): string[] {
  const quoted = text
    .matchAll(/`([^`\n]+)`/g)
    .flatMap(([, code = '']) => code.split(/[\s,]+/))
    .toArray()
  const proofs = text
    .matchAll(/([^\s|>]+) › /g)
    .map(([, file = '']) => file)
    .toArray()
  return [...quoted, ...proofs].filter((path) => FILE.test(path) && !PLACEHOLDER.test(path))
}

const named = DOCS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).flatMap((doc) =>
  Array.from(new Set(pathsIn(readFileSync(join(ROOT, doc), 'utf8'))), (path) => ({ doc, path })),
)

test('every file that the docs name exists', () => {
  const missing = named
    .filter(({ path }) => !EXCEPTIONS.has(path))
    .filter(({ path }) => !BASES.some((base) => existsSync(join(ROOT, base, path))))

  expect(named.length).toBeGreaterThan(500)
  expect(missing).toEqual([])
})

test('every exception is still named', () => {
  const paths = new Set(named.map(({ path }) => path))

  expect(Array.from(EXCEPTIONS).filter((path) => !paths.has(path))).toEqual([])
})

test('paths are found in backticks and in proofs, without placeholders', () => {
  const text =
    'See `a/b.ts`, `npm test` and `c/<slice>.ts`.\n' +
    '| X-01 | promise | d/e.test.ts › title<br>f/g.spec.ts › title |'

  expect(pathsIn(text)).toEqual(['a/b.ts', 'd/e.test.ts', 'f/g.spec.ts'])
})
