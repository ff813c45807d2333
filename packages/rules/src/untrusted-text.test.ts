import { expect, test } from 'vitest'
import { cleanUntrustedText } from './untrusted-text.ts'

test.each([
  ['Tide Token', 'Tide Token'],
  ['  Tide \n\t Token ', 'Tide Token'],
  ['\u202EnekoT ediT', 'nekoT ediT'],
  ['US\u200BD\u2060T', 'USDT'],
  ['Tide\u0000\u0007', 'Tide'],
  ['Ｔｉｄｅ', 'Tide'],
  ['Z\u0335\u0335\u0335\u0335\u0335', 'Z\u0335'],
  ['이더리움', '이더리움'],
  ['\u2028\u200F', ''],
  ['Tide\u3164\u2800\uFFA0\u115FToken', 'Tide Token'],
  ['Ti\u034Fde\uFE0F\u{E0041}', 'Tide'],
  ['\u3164\u2800', ''],
])('cleans %j to %j', (given, cleaned) => {
  expect(cleanUntrustedText(given, 40)).toBe(cleaned)
})

test('truncates a text that is longer than its line, even one of a megabyte', () => {
  expect(cleanUntrustedText('abcdefgh', 5)).toBe('abcd…')
  expect(cleanUntrustedText('🌊🌊🌊', 2)).toBe('🌊…')
  expect(cleanUntrustedText('a'.repeat(1_000_000), 12)).toBe(`${'a'.repeat(11)}…`)
})
