import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  claimsPerTransaction,
  decideEntry,
  nextFunding,
  mayClaim,
  rootOfClaimed,
  sumByAddress,
  wayOfRound,
} from './distribution.ts'

test('a round is paid by a root only above the set number of recipients', () => {
  expect([999, 1000, 1001].map((recipients) => wayOfRound(recipients, 1000))).toEqual([
    'DIRECT',
    'DIRECT',
    'ROOT',
  ])
})

describe('a reward', () => {
  const wallet = '0xA'

  test('enters the root for the present wallet, else for the wallet of its settlement', () => {
    const free = { hold: undefined, rewardAddress: '0xB' }
    expect(decideEntry({ ...free, wallet })).toEqual({ kind: 'enter', address: '0xA' })
    expect(decideEntry({ ...free, wallet: null })).toEqual({ kind: 'enter', address: '0xB' })
  })

  test.each(['FROZEN', 'MEMBER_SUSPENDED', 'MEMBER_DISABLED'] as const)(
    'of a member with the hold %s waits for a later root',
    (why) => {
      const hold = { why, until: undefined }
      expect(decideEntry({ hold, wallet, rewardAddress: wallet })).toEqual({ kind: 'wait', why })
    },
  )

  test('of a paused member and of one without a wallet waits, too', () => {
    const hold = { why: 'PAUSED', event: 'PIN_SET', until: new Date(0) } as const
    const paused = decideEntry({ hold, wallet, rewardAddress: wallet })
    const none = decideEntry({ hold: undefined, wallet: null, rewardAddress: null })
    expect(paused).toEqual({ kind: 'wait', why: 'PAUSED' })
    expect(none).toEqual({ kind: 'wait', why: 'NO_WALLET' })
  })
})

const amount = fc.bigInt({ min: 1n, max: 10n ** 24n })

test('the amounts of addresses keep the sum, with one amount for each address in any case', () => {
  const entry = fc.record({
    address: fc.constantFrom('0xAb', '0xaB', '0xcd'),
    memberId: fc.nat(5),
    amount,
  })
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const sums = sumByAddress(entries)
      const total = (list: readonly { amount: bigint }[]) =>
        list.reduce((sum, each) => sum + each.amount, 0n)
      expect(total(sums)).toBe(total(entries))
      expect(new Set(sums.map(({ address }) => address)).size).toBe(sums.length)
      expect(sums.every(({ address }) => address === address.toLowerCase())).toBe(true)
    }),
  )
})

test('funding takes what is missing, and at most half of the cap of a day', () => {
  expect(nextFunding(7n, 100n)).toBe(7n)
  expect(nextFunding(10n ** 30n, 101n)).toBe(51n)
  expect(nextFunding(7n, 1n)).toBe(1n)
  expect(nextFunding(7n, undefined)).toBe(7n)
  expect(nextFunding(7n, 0n)).toBe(7n)
})

test('a transaction carries fewer claims of a larger tree, and always one', () => {
  expect([1, 2, 1_000_000, 2 ** 40].map(claimsPerTransaction)).toEqual([35, 35, 29, 24])
})

describe('what an account has claimed', () => {
  test('names the newest root that contains exactly this amount', () => {
    const roots = fc.array(amount, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(roots, fc.nat(8), (amounts, upTo) => {
        const added = amounts.map((each, at) => ({ rootNumber: 3 * at + 1, amount: each }))
        const paid = added.slice(0, upTo)
        const claimed = paid.reduce((sum, each) => sum + each.amount, 0n)
        expect(rootOfClaimed(added, claimed)).toBe(paid.at(-1)?.rootNumber ?? 0)
      }),
    )
  })

  test('names no root if none contains the amount', () => {
    const added = [
      { rootNumber: 1, amount: 10n },
      { rootNumber: 4, amount: 5n },
    ]
    expect([9n, 11n, 16n].map((claimed) => rootOfClaimed(added, claimed))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('claims are sent unless the next root may be mined and its rewards are not released', () => {
  const steps = [
    'IDLE',
    'COLLECTING',
    'FUNDING',
    'CHECKING',
    'HASHING',
    'POSTING',
    'RELEASING',
  ] as const
  expect(steps.filter((step) => !mayClaim(step))).toEqual(['POSTING', 'RELEASING'])
})
