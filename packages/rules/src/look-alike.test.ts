import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLookAlike, isMiddleOf, middleOf } from './look-alike.ts'

const FRIEND = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const hex = (length: number) =>
  fc.array(fc.constantFrom(...Array.from('0123456789abcdef')), {
    minLength: length,
    maxLength: length,
  })

test('finds every address that shares both ends with a known one, but not the known one itself', () => {
  fc.assert(
    fc.property(hex(40), hex(32), fc.boolean(), (digits, between, inUpperCase) => {
      const known = `0x${digits.join('')}`
      const imitation = `0x${known.slice(2, 6)}${between.join('')}${known.slice(-4)}`
      fc.pre(imitation !== known)
      const shown = inUpperCase ? `0x${imitation.slice(2).toUpperCase()}` : imitation

      expect(findLookAlike(shown, ['0x1', known])).toBe(known)
      expect(findLookAlike(known.toUpperCase().replace('0X', '0x'), [known])).toBeUndefined()
    }),
  )
})

test('finds an imitation that has become known by sending a small amount', () => {
  const imitation = `0x5aAe${'0'.repeat(32)}eAed`
  expect(findLookAlike(imitation, [imitation, FRIEND])).toBe(FRIEND)
  expect(findLookAlike(imitation, [FRIEND, imitation.toLowerCase()])).toBe(FRIEND)
})

test('ignores an address that differs in one letter at an end', () => {
  expect(findLookAlike('0x5aAfb6053F3E94C9b9A09f33669435E7Ef1BeAed', [FRIEND])).toBeUndefined()
  expect(findLookAlike('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee', [FRIEND])).toBeUndefined()
})

test('the middle to retype is everything between the ends, in any case', () => {
  expect(middleOf(FRIEND)).toBe('b6053F3E94C9b9A09f33669435E7Ef1B')
  expect(isMiddleOf(FRIEND, ' B6053f3e94c9b9a09f33669435e7ef1b ')).toBe(true)
  expect(isMiddleOf(FRIEND, 'b6053F3E94C9b9A09f33669435E7Ef1')).toBe(false)
})
