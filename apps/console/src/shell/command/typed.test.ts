import { expect, test } from 'vitest'
import { parseTyped, toggleFilter } from './typed.ts'

test('splits text and filters, and sends both to the server', () => {
  expect(parseTyped(' Mina is:held  >100 USDS ')).toEqual({
    text: 'mina',
    query: 'Mina is:held  >100 USDS',
    filters: ['is:held', '>100 USDS'],
    isActionsOnly: false,
  })
})

test.each(['>', ' > ', '> freeze', '>freeze'])('%j asks for actions only', (typed) => {
  expect(parseTyped(typed)).toMatchObject({ query: '', isActionsOnly: true })
})

test.each(['>100', '>100 USDS', '>0.5 since:7d'])('%s is an amount', (typed) => {
  expect(parseTyped(typed)).toMatchObject({ text: '', query: typed, isActionsOnly: false })
})

test.each([
  ['', 'is:held', 'is:held '],
  ['mina', 'since:7d', 'mina since:7d '],
  ['mina is:held', '>100 USDS', 'mina is:held >100 USDS '],
  ['> freeze', 'is:held', 'is:held '],
  ['mina IS:Held since:7d', 'is:held', 'mina since:7d '],
  ['>100 USDS mina', '>100 USDS', 'mina '],
  ['is:held', 'is:held', ''],
])('%j with a press on %s becomes %j', (typed, filter, expected) => {
  expect(toggleFilter(typed, filter)).toBe(expected)
})
