import { expect, test } from 'vitest'
import { type DeviceContent, findTraces } from '../../e2e/support/secret-traces.ts'

const WORDS = 'test walk test walk test walk test walk test walk test junk'.split(' ')
const PHRASE = WORDS.join(' ')
// The bytes are chosen so that both kinds of base64 differ and end with padding.
const privateKey = Uint8Array.from({ length: 32 }, (_, at) => (at % 2 === 0 ? 251 : 255 - at))
const as = (secret: Uint8Array | string, encoding: 'hex' | 'base64' | 'base64url') =>
  Buffer.from(secret).toString(encoding)

const NOTHING: DeviceContent = {
  text: '[["theme","dark"]]',
  bytes: '00ff',
  shown: '1 Home 2 Wallet',
}
const tracesIn = (left: Partial<DeviceContent>) =>
  findTraces({ ...NOTHING, ...left }, { privateKey, words: WORDS, pin: '314159' })

test('an empty device shows no trace', () => {
  expect(tracesIn({})).toEqual([])
})

test.each<[string, Partial<DeviceContent>]>([
  ['key as hex', { text: `0x${as(privateKey, 'hex').toUpperCase()}` }],
  ['key as base64', { text: as(privateKey, 'base64') }],
  ['key as base64url', { text: as(privateKey, 'base64url') }],
  ['key as bytes', { bytes: `00${as(privateKey, 'hex')}00` }],
  ['phrase as hex', { text: as(PHRASE, 'hex') }],
  ['phrase as base64', { text: as(PHRASE, 'base64') }],
  ['phrase as base64url', { text: as(PHRASE, 'base64url') }],
  ['phrase as bytes', { bytes: as(PHRASE, 'hex') }],
  ['words', { text: '… walk test junk …' }],
  ['words', { text: JSON.stringify(WORDS) }],
  ['words as bytes', { bytes: as('walk test junk', 'hex') }],
  ['words on the page', { shown: '10 walk\n11 test\n12 junk' }],
  ['PIN', { text: 'pin=314159' }],
  ['PIN as bytes', { bytes: as('314159', 'hex') }],
])('finds a planted trace: %s', (name, planted) => {
  expect(tracesIn(planted)).toContain(name)
})
