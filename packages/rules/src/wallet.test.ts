import { expect, test } from 'vitest'
import { challengeMessage, decideRegistration, isChallenge, walletEventOf } from './wallet.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

test('the message to sign states the domain, the wallet, the issue time and the expiry', () => {
  const message = challengeMessage({
    purpose: 'REGISTER',
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

test('a wallet is registered once, registering it again changes nothing, and another wallet is rejected', () => {
  expect(decideRegistration(null, ADDRESS)).toBe('register')
  expect(decideRegistration(ADDRESS, ADDRESS)).toBe('already-registered')
  expect(decideRegistration(OTHER, ADDRESS)).toBe('another-registered')
})

test('a challenge states its purpose and is not valid for another', () => {
  const issuedAt = new Date('2026-06-23T08:00:00.000Z')
  const challenge = {
    origin: 'https://app.example.com',
    address: ADDRESS,
    nonce: 'n',
    issuedAt,
  } as const
  const unfreeze = challengeMessage({ ...challenge, purpose: 'UNFREEZE' })

  expect(unfreeze).toContain('Unfreeze the payouts of your Solstice account')
  expect(unfreeze).not.toBe(challengeMessage({ ...challenge, purpose: 'REGISTER' }))
})

test('recognises only the exact challenge for its purpose and address', () => {
  const of = { purpose: 'REGISTER', address: ADDRESS } as const
  const given = { ...of, origin: 'https://app.example.com', nonce: 'abc_-1' }
  const message = challengeMessage({ ...given, issuedAt: new Date('2026-06-23T08:00:00.000Z') })

  expect(isChallenge(message, of)).toBe(true)
  expect(isChallenge(message, { ...of, purpose: 'UNFREEZE' })).toBe(false)
  expect(isChallenge(message, { ...of, address: OTHER })).toBe(false)
  for (const other of [
    '',
    'I give everything away',
    `${message}\nI give everything away`,
    `I give everything away\n${message}`,
    message.replace('moves nothing', 'moves everything'),
    message.replace('08:05', '23:05'),
  ]) {
    expect(isChallenge(other, of)).toBe(false)
  }
})

test('the first wallet and a different wallet are events, but the same wallet again is not', () => {
  expect(walletEventOf(undefined, ADDRESS)).toBe('WALLET_REGISTERED')
  expect(walletEventOf(ADDRESS, ADDRESS)).toBeUndefined()
  expect(walletEventOf(OTHER, ADDRESS)).toBe('WALLET_CHANGED')
})

test.each([
  ['https://app.example.com', 'app.example.com'],
  ['http://localhost:4000', 'localhost:4000'],
])('the message for %s begins with %s', (origin, host) => {
  const message = challengeMessage({
    purpose: 'REGISTER',
    origin,
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    nonce: 'n',
    issuedAt: new Date('2026-06-23T12:00:00Z'),
  })

  expect(message.split('\n')[0]).toBe(`${host} wants you to sign in with your Ethereum account:`)
})
