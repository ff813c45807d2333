import type { TextTree } from '@solstice/ui/texts.ts'
import { expect, test } from 'vitest'
import { texts as en } from './en.ts'
import { texts as ko } from './ko.ts'

/** Lists the paths of all texts; the forms of a plural count as one. */
function pathsOf(tree: TextTree, above = ''): string[] {
  const paths = Object.entries(tree).flatMap(([name, node]) =>
    typeof node === 'string'
      ? [`${above}${name.replace(/_(zero|one|other)$/, '')}`]
      : pathsOf(node as TextTree, `${above}${name}.`),
  )
  return Array.from(new Set(paths)).toSorted()
}

const textsOf = (tree: TextTree): string[] =>
  Object.values(tree).flatMap((node) =>
    typeof node === 'string' ? [node] : textsOf(node as TextTree),
  )

const valuesOf = (text: string) => Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name)

test('both languages have the same texts', () => {
  expect(pathsOf(ko)).toEqual(pathsOf(en))
})

test('no text is empty, and Korean texts are Korean', () => {
  const hangulless = textsOf(ko).filter((text) => !/[가-힣]/.test(text))

  expect([...textsOf(en), ...textsOf(ko)].filter((text) => text.trim() === '')).toEqual([])
  expect(
    hangulless.filter((text) => /[a-z]{3}/i.test(text.replaceAll(/\{\{\w+\}\}/g, ''))),
  ).toEqual([])
})

test('both languages use the same values, except titles that exist in both', () => {
  const flat = (tree: TextTree, above = ''): [string, string][] =>
    Object.entries(tree).flatMap(([name, node]) =>
      typeof node === 'string'
        ? [[`${above}${name}`, node] as [string, string]]
        : flat(node as TextTree, `${above}${name}.`),
    )
  const korean = new Map(flat(ko))
  const inOrder = (one = '', other = '') => one.localeCompare(other)
  const sameInBoth = (name: string | undefined) => name?.replace(/(En|Ko)$/, '')

  for (const [path, text] of flat(en)) {
    const other = korean.get(path)
    if (other === undefined) continue
    expect([path, valuesOf(other).map(sameInBoth).toSorted(inOrder)]).toEqual([
      path,
      valuesOf(text).map(sameInBoth).toSorted(inOrder),
    ])
  }
})
