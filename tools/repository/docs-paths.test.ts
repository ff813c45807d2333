import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

const DOCS = ['{README,ARCHITECTURE,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md']

/** The docs abbreviate paths that begin with one of these. */
const BASES = [
  '',
  'apps/server/src',
  'apps/server',
  'apps/web/src',
  ...globSync('packages/*/src', { cwd: ROOT }),
]

/** These paths are not files of the repository, as the text says. */
const EXCEPTIONS = new Set([
  // These are URLs that the server serves.
  '/v1/openapi.json',
  '/locales/{lng}/{ns}.json',
  // These are placeholders in descriptions of a format.
  'path/file.test.ts',
  'path/to/file.test.ts',
  // The example of a first change adds this file.
  'packages/rules/src/ranking.ts',
])

const FILE = /^[^\s`|]+\/[^\s`|]+\.(?:tsx?|sql|md|json|css)$/
const PLACEHOLDER = /[*<>]|NNNN/

/** Returns paths in backticks, and the files of proofs: `file › title`. */
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

test('every file named in the docs exists', () => {
  const missing = named
    .filter(({ path }) => !EXCEPTIONS.has(path))
    .filter(({ path }) => !BASES.some((base) => existsSync(join(ROOT, base, path))))

  expect(named.length).toBeGreaterThan(500)
  expect(missing).toEqual([])
})

test('every exception still occurs in the docs', () => {
  const paths = new Set(named.map(({ path }) => path))

  expect(Array.from(EXCEPTIONS).filter((path) => !paths.has(path))).toEqual([])
})

test('paths are found in backticks and in proofs, without placeholders', () => {
  const text =
    'See `a/b.ts`, `npm test` and `c/<slice>.ts`.\n' +
    '| X-01 | promise | d/e.test.ts › title<br>f/g.spec.ts › title |'

  expect(pathsIn(text)).toEqual(['a/b.ts', 'd/e.test.ts', 'f/g.spec.ts'])
})

test.each(globSync(DOCS, { cwd: ROOT }))('%s contains no marker of an unresolved merge', (file) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(/^(?:<{7}|>{7}) /m)
})
