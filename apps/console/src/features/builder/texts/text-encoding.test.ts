import { expect, test } from 'vitest'
import { decodeText } from './text-encoding.ts'

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? [part] : Array.from(new TextEncoder().encode(part)),
    ),
  ).buffer

test('reads UTF-8 with and without a byte order mark', () => {
  expect(decodeText(bytes('긴 밤'))).toBe('긴 밤')
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, '긴 밤'))).toBe('긴 밤')
  expect(decodeText(bytes('Night'))).toBe('Night')
})

// The decoder of Node.js lacks the rare syllables; the journey reads one in a browser.
test('reads the Korean encoding of Excel', () => {
  const file = bytes('path,ko\r\n', 0xb1, 0xe4, ' ', 0xb9, 0xe3)

  expect(decodeText(file)).toBe('path,ko\r\n긴 밤')
})

test.each([
  ['Latin-1', bytes('caf', 0xe9, ',x')],
  ['UTF-16', bytes(0xff, 0xfe, 'p', 0, 'a', 0)],
  // あい in Shift JIS, whose bytes are rare syllables in CP949, and 夜晚 in GBK.
  ['Shift JIS', bytes('x,', 0x82, 0xa0, 0x82, 0xa2)],
  ['GBK', bytes('x,', 0xd2, 0xb9, 0xcd, 0xed)],
])('refuses %s', (_, file) => {
  expect(decodeText(file)).toBeUndefined()
})
