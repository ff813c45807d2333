import { expect, test } from 'vitest'
import { challengeMessage, decideRegistration, isWalletChange } from './wallet.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

test('the message to sign says for whom, as which wallet, from when and until when', () => {
  const message = challengeMessage({
    origin: 'https://app.example.com',
    address: ADDRESS,
    nonce: 'abc123',
    issuedAt: new Date('2026-06-23T08:00:00.000Z'),
  })

  expect(message).toBe(
    `app.example.com wants you to sign in with your Ethereum account:
${ADDRESS}

Connect this wallet to your Solstice account. This costs nothing and moves nothing.

URI: https://app.example.com
Version: 1
Chain ID: 1
Nonce: abc123
Issued At: 2026-06-23T08:00:00.000Z
Expiration Time: 2026-06-23T08:05:00.000Z`,
  )
})

test('a wallet is registered once, the same again is no news, another is refused', () => {
  expect(decideRegistration(null, ADDRESS)).toBe('register')
  expect(decideRegistration(ADDRESS, ADDRESS)).toBe('already-registered')
  expect(decideRegistration(OTHER, ADDRESS)).toBe('another-registered')
})

test('only another wallet than the one before is a change', () => {
  expect(isWalletChange(undefined, ADDRESS)).toBe(false)
  expect(isWalletChange(ADDRESS, ADDRESS)).toBe(false)
  expect(isWalletChange(OTHER, ADDRESS)).toBe(true)
})

test.each([
  ['https://app.example.com', 'app.example.com'],
  ['http://localhost:4000', 'localhost:4000'],
])('the message for %s begins with %s', (origin, host) => {
  const message = challengeMessage({
    origin,
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    nonce: 'n',
    issuedAt: new Date('2026-06-23T12:00:00Z'),
  })

  expect(message.split('\n')[0]).toBe(`${host} wants you to sign in with your Ethereum account:`)
})
