import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateNickname, maskNickname, normaliseNickname } from './nickname.ts'

describe('a nickname', () => {
  test.each([
    'abc123',
    'ABCDEF',
    '123456',
    'user00000001',
    'a'.repeat(20),
    '여름밤하늘별',
    '햇살123abc',
    ' abc123 ',
  ])('may be %j', (input) => {
    expect(validateNickname(input)).toBeUndefined()
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['abc12', 'length'],
    ['a'.repeat(21), 'length'],
    ['여름밤하늘', 'length'],
    ['ab_', 'length'],
    ['abc_123', 'format'],
    ['abc 123', 'format'],
    ['ㄱㄴㄷㄹㅁㅂ', 'format'],
    ['émile01', 'format'],
    ['名前名前名前', 'format'],
    ['🙂🙂🙂🙂🙂🙂', 'format'],
    ['abc123\u0000', 'format'],
  ] as const)('may not be %j: %s', (input, fault) => {
    expect(validateNickname(input)).toBe(fault)
  })

  test('that equals the current one is reported as unchanged before any other fault', () => {
    expect(validateNickname('harbor1', 'harbor1')).toBe('unchanged')
    expect(validateNickname(' harbor1 ', 'harbor1')).toBe('unchanged')
    expect(validateNickname('ab', 'ab')).toBe('unchanged')
    expect(validateNickname('Harbor1', 'harbor1')).toBeUndefined()
  })

  test('of Korean syllables is the same for composed and decomposed input', () => {
    const syllables = fc.array(fc.integer({ min: 0xac00, max: 0xd7a3 }), {
      minLength: 6,
      maxLength: 20,
    })

    fc.assert(
      fc.property(syllables, (points) => {
        const nickname = String.fromCodePoint(...points)
        expect(normaliseNickname(nickname.normalize('NFD'))).toBe(nickname)
        expect(validateNickname(nickname.normalize('NFD'))).toBeUndefined()
      }),
    )
  })

  test('is measured in code points, not in code units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (input) => {
        const length = Array.from(normaliseNickname(input)).length
        if (length === 0 || (length >= 6 && length <= 20)) return
        expect(validateNickname(input)).toBe('length')
      }),
    )
  })
})

test('a masked nickname shows three letters and hides its length', () => {
  expect(maskNickname('harborfan')).toBe('ha***n')
  expect(maskNickname('여름밤하늘별')).toBe('여름***별')
  expect(maskNickname('')).toBe('***')
  expect(maskNickname('a'.repeat(20))).toHaveLength(maskNickname('abcdef').length)
})
