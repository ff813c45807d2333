import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['The Long Night ', 'The Long Night'],
  ['The  Long\u00A0Night', 'The Long Night'],
  ['긴 밤'.normalize('NFD'), '긴 밤'],
  ['   ', ''],
])('reads %j as %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

test('letters and words stay different', () => {
  expect(plainText('the long night')).not.toBe(plainText('The Long Night'))
  expect(plainText('LongNight')).not.toBe(plainText('Long Night'))
})
