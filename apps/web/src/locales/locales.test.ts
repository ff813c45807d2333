import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('.', import.meta.url)

function textsOf(language: string, file: string): Map<string, string> {
  const texts: unknown = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))
  return new Map(flatten(texts, ''))
}

function flatten(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, value]) =>
    flatten(value, path === '' ? key : `${path}.${key}`),
  )
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name)

const files = readdirSync(new URL('en', folder))

test('both languages have the same files', () => {
  expect(readdirSync(new URL('ko', folder))).toEqual(files)
})

test.each(files)('%s says everything in both languages, and invents no value', (file) => {
  const english = textsOf('en', file)
  const korean = textsOf('ko', file)

  // Korean counts one thing like many, so it needs no sentence for one.
  const needed = [...english.keys()].filter((key) => !key.endsWith('_one'))
  expect([...korean.keys()].toSorted()).toEqual(needed.toSorted())
  expect([...korean].filter(([, text]) => text === '')).toEqual([])
  // A Korean sentence may leave a value out; one it invents would stay unfilled.
  const unfilled = [...korean].filter(([key, text]) => {
    const known = placeholders(english.get(key) ?? '')
    return placeholders(text).some((name) => !known.includes(name))
  })
  expect(unfilled).toEqual([])
})
