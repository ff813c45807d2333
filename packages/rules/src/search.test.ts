import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'
import { hasTrigram, parseSearch } from './search.ts'

describe('a search', () => {
  test('without a filter is plain text in lower case', () => {
    expect(parseSearch('  Harbor  Light ')).toEqual({
      text: 'harbor light',
      exact: undefined,
      isHeld: false,
      state: undefined,
      memberId: undefined,
      moreThan: undefined,
      sinceMs: undefined,
      filters: [],
    })
  })

  test('understands every filter, at any position and in any case', () => {
    expect(parseSearch('Is:Held kim STATE:failed member:48213 >100.5 USDS since:7D')).toEqual({
      text: 'kim',
      exact: undefined,
      isHeld: true,
      state: 'FAILED',
      memberId: 48_213,
      moreThan: { amount: '100.5', unit: 'USDS' },
      sinceMs: 7 * DAY_MS,
      filters: ['is:held', 'state:FAILED', 'member:48213', '>100.5 USDS', 'since:7d'],
    })
  })

  test('takes the last of two filters of one name', () => {
    expect(parseSearch('state:SENT state:FAILED')).toMatchObject({
      state: 'FAILED',
      filters: ['state:FAILED'],
    })
  })

  test.each([
    ['since:30m', 30 * MINUTE_MS],
    ['since:12h', 12 * HOUR_MS],
    ['since:9999d', 9999 * DAY_MS],
    ['since:2w', 14 * DAY_MS],
  ])('reads %s as a time span', (input, sinceMs) => {
    expect(parseSearch(input).sinceMs).toBe(sinceMs)
  })

  test.each([
    'is:',
    'is:late',
    'state:',
    'state:1',
    'state:A',
    'member:0',
    'member:x',
    'member:1234567890123456',
    'since:0d',
    'since:10000d',
    'since:7y',
    'colour:red',
    'payout:12',
    ':held',
    '>',
    '>.5',
    '>1e3',
    `>${'9'.repeat(31)}`,
  ])('treats %s as text', (input) => {
    expect(parseSearch(input)).toMatchObject({ text: input.toLowerCase(), filters: [] })
  })

  test.each([
    ['>100', undefined, ''],
    ['>100 USDS', 'USDS', ''],
    ['>100 kim', undefined, 'kim'],
    ['>100 usds', undefined, 'usds'],
    ['>100 A', undefined, 'a'],
  ])('reads the amount %s with the unit %s and the text %j', (input, unit, text) => {
    expect(parseSearch(input)).toMatchObject({ moreThan: { amount: '100', unit }, text })
  })

  test.each([
    ['48213', { kind: 'ID', id: 48_213 }],
    ['048213', undefined],
    ['0', undefined],
    ['1234567890123456', undefined],
    [`0x${'aB'.repeat(20)}`, { kind: 'ADDRESS' }],
    [`0x${'aB'.repeat(19)}`, undefined],
    [`0x${'aB'.repeat(32)}`, { kind: 'HASH' }],
    [`0x${'aG'.repeat(32)}`, undefined],
    ['Mina@Harbor.Example', { kind: 'EMAIL' }],
    ['mina@harbor', undefined],
    ['mina 48213', undefined],
  ])('knows %s as a whole: %j', (input, exact) => {
    expect(parseSearch(input).exact).toEqual(exact)
  })

  test('composes Hangul, so that both forms of a name are the same', () => {
    const name = '여름밤하늘별'

    expect(parseSearch(name.normalize('NFD'))).toEqual(parseSearch(name))
    expect(parseSearch(name.normalize('NFD')).text).toBe(name)
  })

  test('loses no word of random text', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z%_\\]{1,12}$/), { minLength: 1 }), (words) => {
        expect(parseSearch(words.join('  ')).text).toBe(words.join(' '))
      }),
    )
  })
})

test.each([
  ['abc', true],
  ['12c', true],
  ['여름밤', true],
  ['ab', false],
  ['여름', false],
  ['a.b@c', false],
  ['%_%', false],
  ['ab.cde', true],
])('%s can be found by trigrams: %s', (text, expected) => {
  expect(hasTrigram(text)).toBe(expected)
})
