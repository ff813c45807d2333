import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countsForRound,
  decideReward,
  decideRewards,
  roundAt,
  shareOfPool,
  tokenText,
  tokenUnits,
  whyNoReward,
} from './round.ts'

const rounds = [
  { name: 'one', startAt: new Date('2026-06-01'), endAt: new Date('2026-06-08') },
  { name: 'two', startAt: new Date('2026-06-08'), endAt: new Date('2026-06-15') },
]

test.each([
  ['2026-05-31T23:59:59.999Z', undefined],
  ['2026-06-01T00:00:00.000Z', 'one'],
  ['2026-06-07T23:59:59.999Z', 'one'],
  ['2026-06-08T00:00:00.000Z', 'two'],
  ['2026-06-15T00:00:00.000Z', undefined],
])('at %s the round is %s', (at, name) => {
  expect(roundAt(rounds, new Date(at))?.name).toBe(name)
})

test.each([
  ['CHECK_IN', true],
  ['MISSION', true],
  ['SPIN', true],
  ['INVITE', false],
  ['OPERATOR_ADJUSTMENT', false],
  ['TICKET_CLAIM', false],
])('season XP of the kind %s counts for a round: %s', (kind, counts) => {
  expect(countsForRound(kind)).toBe(counts)
})

describe('shares of a pool', () => {
  const pools = fc.bigInt({ min: 0n, max: 10n ** 24n })
  const memberXps = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 50 })

  test('together never exceed it and leave less than one unit per member', () => {
    fc.assert(
      fc.property(pools, memberXps, (pool, xps) => {
        const all = xps.reduce((sum, xp) => sum + xp, 0)
        const paid = xps.reduce((sum, xp) => sum + shareOfPool(pool, xp, all), 0n)
        expect(paid <= pool).toBe(true)
        expect(pool - paid < BigInt(xps.length)).toBe(true)
      }),
    )
  })

  test('grow with the XP', () => {
    fc.assert(
      fc.property(pools, fc.nat(1000), fc.nat(1000), (pool, less, more) => {
        const small = shareOfPool(pool, less, 5000)
        expect(shareOfPool(pool, less + more, 5000) >= small).toBe(true)
      }),
    )
  })

  test.each([
    [0, 100],
    [10, 0],
    [-5, 100],
  ])('of %i in %i XP are zero', (mine, all) => {
    expect(shareOfPool(1000n, mine, all)).toBe(0n)
  })

  test('never exceed the pool, even if the total was read too early', () => {
    expect(shareOfPool(1000n, 200, 100)).toBe(1000n)
  })
})

describe('the reward of a round', () => {
  test.each([
    [100, 3, true, { kind: 'pay', amount: 500n }],
    [100, 7, false, { kind: 'wait-for-wallet', amount: 500n }],
    [100, 2, true, { kind: 'none' }],
    [0, 7, true, { kind: 'none' }],
  ])('is decided for %i XP on %i days with a wallet %s', (xp, checkInDays, hasWallet, decision) => {
    expect(decideReward(1000n, { xp, checkInDays, hasWallet }, 200)).toEqual(decision)
  })

  test.each([
    [0, 7, 'NO_XP'],
    [1, 2, 'TOO_FEW_DAYS'],
    [1, 3, 'TOO_SMALL'],
  ])('is missing for %i XP on %i days because of %s', (xp, checkInDays, reason) => {
    expect(whyNoReward({ xp, checkInDays })).toBe(reason)
  })
})

describe('the rewards of a round', () => {
  const pools = fc.bigInt({ min: 0n, max: 10n ** 24n })
  const participants = fc
    .array(fc.record({ xp: fc.nat(1000), checkInDays: fc.nat(5), hasWallet: fc.boolean() }), {
      maxLength: 40,
    })
    .map((members) => members.map((member, at) => ({ ...member, memberId: at + 1 })))
  const sumOf = (amounts: readonly { amount: bigint }[]) =>
    amounts.reduce((sum, { amount }) => sum + amount, 0n)

  test('are the same whether they are decided one by one, in batches or all at once', () => {
    fc.assert(
      fc.property(
        pools,
        participants,
        fc.nat(20_000),
        fc.integer({ min: 1, max: 7 }),
        (pool, members, allXp, size) => {
          let left = pool
          const inBatches = []
          for (let from = 0; from < members.length; from += size) {
            const batch = members.slice(from, from + size)
            const rewards = decideRewards({ pool, allXp, left }, batch)
            left -= sumOf(rewards)
            inBatches.push(...rewards)
          }

          const atOnce = decideRewards({ pool, allXp, left: pool }, members)

          expect(inBatches).toEqual(atOnce)
          expect(sumOf(atOnce) <= pool).toBe(true)
        },
      ),
    )
  })

  test('are those of the single rule while the sum of all XP is complete', () => {
    fc.assert(
      fc.property(pools, participants, (pool, members) => {
        const allXp = members.reduce((sum, { xp }) => sum + xp, 0)
        const expected = members.flatMap(({ memberId, ...member }) => {
          const decision = decideReward(pool, member, allXp)
          if (decision.kind === 'none') return []
          return { memberId, amount: decision.amount, hasWallet: decision.kind === 'pay' }
        })

        expect(decideRewards({ pool, allXp, left: pool }, members)).toMatchObject(expected)
      }),
    )
  })

  test('end with what is left of the pool', () => {
    const member = { xp: 60, checkInDays: 3, hasWallet: true }
    const members = [1, 2, 3].map((memberId) => ({ ...member, memberId }))

    const rewards = decideRewards({ pool: 100n, allXp: 100, left: 100n }, members)

    expect(rewards).toMatchObject([
      { memberId: 1, amount: 60n, hasWallet: true, trace: { inputs: { leftUnits: null } } },
      { memberId: 2, amount: 40n, hasWallet: true, trace: { inputs: { leftUnits: '40' } } },
    ])
  })
})

describe('amounts of a token', () => {
  test.each([
    [12_500_000n, 6, '12.5'],
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [1_000_000n, 6, '1'],
    [7n, 0, '7'],
  ])('%s with %i decimals is formatted as %s', (units, decimals, text) => {
    expect(tokenText(units, decimals)).toBe(text)
    expect(tokenUnits(text, decimals)).toBe(units)
  })

  test.each(['', '-1', '1e3', '1.', '.5', '0.0000001', '1,5', 'NaN', '1'.repeat(41)])(
    '%j is rejected with 6 decimals',
    (text) => {
      expect(tokenUnits(text, 6)).toBeUndefined()
    },
  )

  test('round-trip through their text', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        expect(tokenUnits(tokenText(amount, decimals), decimals)).toBe(amount)
      }),
    )
  })
})
