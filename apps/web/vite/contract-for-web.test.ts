import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Code } from '@solstice/contract/codes'
import { BOOKMARKS_MAX, bookmarkEndpoints } from '@solstice/contract/bookmark.endpoints'
import { afterAll, expect, test } from 'vitest'
import { endpointsModule, withCodeNumbers } from './contract-for-web.ts'

const folder = mkdtempSync(join(tmpdir(), 'solstice-endpoints-'))
afterAll(() => rmSync(folder, { recursive: true }))

test("replaces the codes of the contract with numbers, regardless of the import's name", () => {
  const source = `import { Code as C } from '@solstice/contract/codes'
    export const wrong: number = C.PIN_INCORRECT
    export const isFull = (code: C) => code === C.TOO_MANY_REQUESTS`

  const written = withCodeNumbers(source, 'screen.ts')

  expect(written).toContain(`wrong: number = ${Code.PIN_INCORRECT}`)
  expect(written).toContain(`code === ${Code.TOO_MANY_REQUESTS}`)
})

test('leaves strings, comments and other objects named Code unchanged', () => {
  const source = `import { Code } from './elsewhere.ts'
    // Code.PIN_INCORRECT
    export const text = 'Code.PIN_INCORRECT'
    export const other = Code.PIN_INCORRECT`

  expect(withCodeNumbers(source, 'screen.ts')).toBe(source)
})

test("writes method, path and device of the contract's endpoints, and its constants", async () => {
  const file = join(import.meta.dirname, '../../../packages/contract/src/bookmark.endpoints.ts')

  const written = await endpointsModule(file)

  const [endpoints] = /\{.*\}/.exec(written) ?? ['']
  const { 'bookmark.list': list } = JSON.parse(endpoints) as Record<string, unknown>
  const { method, path } = bookmarkEndpoints['bookmark.list']
  expect(list).toEqual({ method, path })
  expect(written).toContain(`export const BOOKMARKS_MAX = ${BOOKMARKS_MAX}\n`)
})

test.each([
  ['function', 'export const addressOf = (id) => `/v1/${id}`'],
  ['regular-expression', 'export const FORM = /^a$/'],
  ['undefined', 'export const NOTHING = undefined'],
  ['part', 'export const LIMITS = { max: 5, isFull: (count) => count > 5 }'],
  ['endpoints', 'export function moreEndpoints() {}'],
])('rejects an export that JSON would change: %s', async (name, source) => {
  const file = join(folder, `${name}.endpoints.mjs`)
  writeFileSync(file, source)

  await expect(endpointsModule(file)).rejects.toThrow('is not plain data')
})
