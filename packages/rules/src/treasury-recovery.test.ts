import { describe, expect, test } from 'vitest'
import { recoveryOf, type RecoveryCase, type RecoveryFacts } from './treasury-recovery.ts'

const ACCOUNT = '0x5A1e0C9b7D3f4A2c8E6b1D0f9C7a5B3e1D2Fc07B'
const OTHER = '0x90aF0C9b7D3f4A2c8E6b1D0f9C7a5B3e1D2F3D11'
const agreeing: RecoveryFacts = {
  frozenFor: 'Key rotation',
  account: ACCOUNT,
  keyAccount: ACCOUNT,
  nextNonce: 11,
  lowestOpen: 11,
  onChain: 11,
  inFlight: 0,
  taken: 0,
  beyond: [],
}

describe('the case of a frozen network', () => {
  test.each<[string, RecoveryCase, Partial<RecoveryFacts>]>([
    ['an operator froze it', 'OPERATOR', {}],
    ['the chain has more transactions', 'KEY_USED_ELSEWHERE', { onChain: 12 }],
    ['the chain has fewer than are final', 'ROLLED_BACK', { onChain: 9 }],
    [
      'a final payment is gone',
      'ROLLED_BACK',
      { frozenFor: 'The payment 0x12 was final and is gone' },
    ],
    ['another transaction used a nonce', 'NONCE_TAKEN', { onChain: 12, taken: 1, inFlight: 1 }],
    ['the key is of another account', 'OTHER_ACCOUNT', { keyAccount: OTHER, onChain: 0 }],
    [
      'the cause is gone',
      'AGREES',
      { frozenFor: 'The chain has 12 transactions, but only 11 were signed here' },
    ],
    ['the node is silent', 'OPERATOR', { onChain: null }],
  ])('is recognised when %s', (_, found, change) => {
    expect(recoveryOf({ ...agreeing, ...change }).case).toBe(found)
  })

  test('does not depend on transactions that are not mined yet', () => {
    const facts = { ...agreeing, nextNonce: 13, lowestOpen: 11, onChain: 12, inFlight: 2 }

    expect(recoveryOf(facts).case).toBe('OPERATOR')
  })
})

describe('an adoption', () => {
  test('continues from the nonce of the chain', () => {
    expect(recoveryOf({ ...agreeing, onChain: 12 })).toMatchObject({
      adoptObstacle: null,
      adoptedNonce: 12,
    })
  })

  test('keeps the nonces of payouts that the chain lost', () => {
    const beyond = [
      { state: 'CONFIRMED', nonce: 9 },
      { state: 'CONFIRMED', nonce: 10 },
    ]

    expect(recoveryOf({ ...agreeing, onChain: 9, beyond })).toMatchObject({
      adoptObstacle: null,
      adoptedNonce: 11,
    })
  })

  test.each<[string, Partial<RecoveryFacts>]>([
    ['NODE_SILENT', { onChain: null }],
    ['NO_KEY', { keyAccount: null }],
    ['IN_FLIGHT', { inFlight: 1, onChain: 12 }],
    ['NONCE_LOST', { onChain: 9, beyond: [{ state: 'FAILED', nonce: 9 }] }],
    ['NONCE_LOST', { onChain: 9, beyond: [{ state: 'CONFIRMED', nonce: 10 }] }],
  ])('is refused with %s', (adoptObstacle, change) => {
    expect(recoveryOf({ ...agreeing, ...change })).toMatchObject({
      adoptObstacle,
      adoptedNonce: null,
    })
  })
})
