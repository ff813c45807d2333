import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { textFiles } from './text-files.ts'

/**
 * The maximum length that can be read in the three seconds of a toast. A longer text, or one with a
 * next step, belongs in a notice.
 */
const TOAST_MAX = 60

/** Refusals whose texts are selected by a reason and shown in a toast. */
const REASONS = ['mission:reason.', 'shop:closed.', 'invite:claim.no.']

const source = new URL('../', import.meta.url)

function flatten(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, value]) =>
    flatten(value, /[:.]$/.test(path) ? path + key : `${path}.${key}`),
  )
}

function textsOf(language: string): Map<string, string> {
  const files = [...textFiles(fileURLToPath(source).replace(/\/$/, ''))].filter(([name]) =>
    name.startsWith(`${language}/`),
  )
  return new Map(
    files.flatMap(([name, file]) => {
      const namespace = name.slice(language.length + 1).replace('.json', '')
      return flatten(JSON.parse(readFileSync(file, 'utf8')), `${namespace}:`)
    }),
  )
}

/** Returns the code from an opening bracket to the matching closing one. */
function bracketed(code: string, from: number): string {
  const [open, close] = code[from] === '{' ? '{}' : '()'
  let depth = 0
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === open) depth += 1
    if (code[at] === close) depth -= 1
    if (depth === 0) return code.slice(from, at + 1)
  }
  return code.slice(from)
}

/**
 * Returns the keys of texts that a file may show in a toast: in the call, in its variable, or
 * through `useAction`.
 */
function toastKeys(code: string): string[] {
  const namespace = /useTranslation\(\[?'([\w-]+)'/.exec(code)?.[1] ?? 'common'
  const find = (pattern: RegExp) =>
    [...code.matchAll(pattern)].map(({ 0: { length }, index }) => bracketed(code, index + length))
  const calls = find(/(?<!function )showToast(?=\()/g)
  const actions = code.includes('useAction(') ? find(/\btexts: (?=\{)/g) : []
  const given = calls.flatMap((call) => {
    const name = /^\(\s*(\w+)\s*[,)]/.exec(call)?.[1]
    const set = [...code.matchAll(new RegExp(`const ${name} = ([^\\n]+\\n?[^\\n]*)`, 'g'))]
    return name === undefined ? [] : set.map(([, value = '']) => value)
  })
  return [...calls, ...actions, ...given].flatMap((text) =>
    [...text.matchAll(/\b(?:t|translate)\(([^)]*)/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/'([\w:-]+(?:\.\w+)*)'/g)].map(([, key = '']) =>
        key.includes(':') ? key : `${namespace}:${key}`,
      ),
    ),
  )
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
)
const keys = new Set(
  files.flatMap((file) => toastKeys(readFileSync(new URL(file, source), 'utf8'))),
)

test('finds the texts of toasts in the source', () => {
  expect(keys.size).toBeGreaterThan(50)
  expect(keys).toContain('account:nickname.done')
  // Passed through a variable.
  expect(keys).toContain('auth:login.failed')
})

test.each(['en', 'ko'])(
  'keeps every toast short enough to read before it disappears, in %s',
  (language) => {
    const shown = [...textsOf(language)].filter(
      ([key]) =>
        keys.has(key.replace(/_(one|other|zero)$/, '')) ||
        REASONS.some((reasons) => key.startsWith(reasons)),
    )

    expect(shown.filter(([, text]) => text.length > TOAST_MAX)).toEqual([])
  },
)
