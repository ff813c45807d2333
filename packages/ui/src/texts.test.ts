import { describe, expect, test } from 'vitest'
import { findText } from './texts.ts'

const texts = {
  hello: 'Hello, {{name}}.',
  nested: { deep: { text: 'found' }, list: ['a'] },
  friends_one: '{{count}} friend',
  friends_other: '{{count}} friends',
  spins_zero: 'no spin',
  spins_other: '{{count}} spins',
  nth_ordinal_one: '{{ordinal}}st',
  nth_ordinal_two: '{{ordinal}}nd',
  nth_ordinal_few: '{{ordinal}}rd',
  nth_ordinal_other: '{{ordinal}}th',
}

describe('a text', () => {
  test('is found by its path', () => {
    expect(findText(texts, 'nested.deep.text', 'en')).toBe('found')
  })

  test('inserts its values and shows a missing one', () => {
    expect(findText(texts, 'hello', 'en', { name: 'Mina' })).toBe('Hello, Mina.')
    expect(findText(texts, 'hello', 'en')).toBe('Hello, {{name}}.')
  })

  test.each([
    ['en', 0, '0 friends'],
    ['en', 1, '1 friend'],
    ['en', 2, '2 friends'],
    // Korean has one form for all numbers.
    ['ko', 1, '1 friends'],
  ])('selects the plural form in %s for %d', (language, count, text) => {
    expect(findText(texts, 'friends', language, { count })).toBe(text)
  })

  test.each([
    ['en', 1, '1st'],
    ['en', 2, '2nd'],
    ['en', 3, '3rd'],
    ['en', 11, '11th'],
    ['en', 21, '21st'],
    // Korean has one form for all ordinals.
    ['ko', 1, '1th'],
  ])('selects the ordinal form in %s for %d', (language, ordinal, text) => {
    expect(findText(texts, 'nth', language, { ordinal })).toBe(text)
  })

  test('may have a separate form for zero', () => {
    expect(findText(texts, 'spins', 'en', { count: 0 })).toBe('no spin')
    expect(findText(texts, 'spins', 'en', { count: 1 })).toBe('1 spins')
  })

  test.each(['nothing', 'nested', 'nested.list', 'nested.deep.text.more', 'hello.x', ''])(
    'is not found at %j',
    (path) => {
      expect(findText(texts, path, 'en')).toBeUndefined()
    },
  )

  test('is not found before its file is loaded', () => {
    expect(findText(undefined, 'hello', 'en')).toBeUndefined()
  })
})
