import { describe, expect, test } from 'vitest'
import { wordChanges } from './word-changes.ts'

const marked = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind])
    .join('')

describe('the changed words of a text', () => {
  test.each([
    ['Check in every day', 'Check in every day', 'Check in every day'],
    ['Check in every day', 'Check in each day', 'Check in [-every ][+each ]day'],
    ['Earn XP', 'Earn double XP', 'Earn [+double ]XP'],
    ['Earn double XP', 'Earn XP', 'Earn [-double ]XP'],
    ['매일 출석하세요', '매주 출석하세요', '[-매일 ][+매주 ]출석하세요'],
    ['', 'New', '[+New]'],
    ['Old', '', '[-Old]'],
    ['a b c d', 'd c b a', null],
  ])('from %j to %j', (before, after, expected) => {
    const parts = wordChanges(before, after)

    if (expected !== null) expect(marked(before, after)).toBe(expected)
    const textOf = (kind: 'added' | 'removed') =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('')
    expect([textOf('added'), textOf('removed')]).toEqual([before, after])
  })

  test('are the whole text if it is very long', () => {
    const before = 'night '.repeat(1000)

    expect(wordChanges(before, `${before}end`)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: `${before}end` },
    ])
  })
})
