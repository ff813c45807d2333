import type { TextTree } from '@solstice/ui/texts.ts'
import { expect, test } from 'vitest'
import { texts as moreEnglish } from './en-more.ts'
import { texts as firstEnglish } from './en.ts'
import { texts as moreKorean } from './ko-more.ts'
import { texts as firstKorean } from './ko.ts'

const en = { ...firstEnglish, ...moreEnglish }
const ko = { ...firstKorean, ...moreKorean }

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

/** Particles whose form depends on the final consonant of the word before them. */
const AFTER_CONSONANT = ['을', '은', '이', '과', '으로']
const AFTER_VOWEL = ['를', '는', '가', '와', '로']
const NOUNS = '이미지|룰렛|리비전|티어|문구|인증|자금|경품|문항|라운드|미션|시즌|상품|토큰|티켓'
const hasFinal = (word: string) => (word.charCodeAt(word.length - 1) - 0xac_00) % 28 !== 0

test('Korean particles agree with the word before them', () => {
  const either = [...AFTER_CONSONANT, ...AFTER_VOWEL].join('|')
  // Other words may end like the remaining particles, so those are read after known nouns only.
  const all = new RegExp(`([가-힣])(을|를)(?![가-힣])|(${NOUNS})(${either})(?![가-힣])`, 'g')
  const wrong = textsOf(ko).filter((text) =>
    Array.from(text.matchAll(all)).some(([, letter, one, noun, other]) => {
      const [word, particle] = [letter ?? noun ?? '', one ?? other ?? '']
      return AFTER_CONSONANT.includes(particle) !== hasFinal(word)
    }),
  )

  expect(wrong).toEqual([])
})

test('Korean names rounds and revisions by a number before the word', () => {
  expect(textsOf(ko).filter((text) => /(라운드|리비전) \{\{/.test(text))).toEqual([])
})
