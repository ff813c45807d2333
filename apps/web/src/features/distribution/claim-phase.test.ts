import { expect, test } from 'vitest'
import type { Claim } from './api.ts'
import { phaseOf, shownClaim } from './claim-phase.ts'

const paid = { amount: '5', txHash: '0x1', at: '2026-06-01T00:00:00.000Z' }
const claim = (change: Partial<Claim>): Claim => ({
  chainId: 1,
  token: '0x1',
  symbol: 'USDS',
  decimals: 6,
  address: '0x2',
  ready: '0',
  claiming: '0',
  state: null,
  txHash: null,
  paid: null,
  rounds: [],
  ...change,
})

test('a claim is under way before anything else, and new rewards come before a paid claim', () => {
  expect(phaseOf(claim({ state: 'WAITING', claiming: '3', paid }))).toBe('claiming')
  expect(phaseOf(claim({ ready: '0.5', paid }))).toBe('ready')
  expect(phaseOf(claim({ paid }))).toBe('paid')
})

test('the screen shows the claim under way, else a ready one, else the paid one, else none', () => {
  const [sending, ready, done] = [
    claim({ state: 'SENDING', claiming: '1' }),
    claim({ ready: '2' }),
    claim({ paid }),
  ]
  expect(shownClaim({ claims: [done, ready, sending] })).toBe(sending)
  expect(shownClaim({ claims: [done, ready] })).toBe(ready)
  expect(shownClaim({ claims: [done] })).toBe(done)
  expect(shownClaim({ claims: [claim({})] })).toBeUndefined()
  expect(shownClaim({ claims: [] })).toBeUndefined()
})
