import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { traceXpClaim } from './invite.ts'
import { traceMission } from './mission-credit.ts'
import { traceCheckIn } from './missions/check-in/check-in.ts'
import { canonicalOdds, drawSpin, traceSpin, type SpinHash } from './missions/spin/spin.ts'
import { traceTicketClaim } from './missions/ticket/ticket.ts'
import { tracePurchase } from './order.ts'
import { programmeDayOf } from './programme-day.ts'
import { replay } from './replay.ts'
import { decideReward, traceReward, whyNoReward } from './round.ts'
import type { Trace, TraceInputs } from './trace.ts'

/** Stores and reads inputs as a database does. */
const stored = ({ rule, version, inputs }: Trace, more: TraceInputs = {}) => ({
  rule,
  version,
  inputs: JSON.parse(JSON.stringify({ ...inputs, ...more })) as TraceInputs,
})

const xp = fc.nat(1_000_000)
const instants = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
  .map((at) => new Date(at))
const days = fc.option(instants.map(programmeDayOf), { nil: undefined })
const bonuses = fc.record({
  seasonXp: xp,
  level: fc.integer({ min: 1, max: 300 }),
  levelPercent: fc.nat(100),
  tierId: fc.nat(50),
  tierPercent: fc.nat(100),
})
const HASH: SpinHash = { sha256, hmacSha256: (key, message) => hmac(sha256, key, message) }

describe('replaying a stored decision gives the same outcome', () => {
  test('for check-ins', () => {
    const terms = fc.record({
      baseXp: fc.nat(1000),
      bonusEvery: fc.integer({ min: 1, max: 10 }),
      bonusXp: fc.nat(1000),
    })
    fc.assert(
      fc.property(terms, fc.nat(200), days, bonuses, instants, (term, count, day, bonus, now) => {
        const {
          decision,
          xp: gained,
          trace,
        } = traceCheckIn(term, { count, lastDay: day }, bonus, now)

        const again = replay(stored(trace))

        expect(again?.outcome).toBe(trace.outcome)
        if (decision.kind !== 'granted') return
        expect(again?.amounts).toEqual({
          baseXp: decision.baseXp,
          fifthBonusXp: decision.fifthBonusXp,
          levelBonusXp: gained.levelBonusXp,
          tierBonusXp: gained.tierBonusXp,
          xp: gained.totalXp,
          tickets: 0,
        })
      }),
    )
  })

  test('for spins', () => {
    const prizes = fc.array(
      fc.record({ xp: fc.nat(1000), weight: fc.integer({ min: 1, max: 5000 }) }),
      { minLength: 1, maxLength: 8 },
    )
    const terms = fc.record({
      freePerDay: fc.nat(3),
      ticketsPerSpin: fc.integer({ min: 1, max: 3 }),
    })
    const state = fc.record({ freeUsedToday: fc.nat(4), tickets: fc.nat(5) })
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex)
    fc.assert(
      fc.property(prizes, terms, state, seeds, fc.nat(), (wheel, term, has, serverSeed, nonce) => {
        const { decision, trace } = traceSpin(term, has)
        const drawn = { serverSeed, clientSeed: 'member', nonce }

        const again = replay(stored(trace, { ...drawn, odds: canonicalOdds(wheel) }))

        expect(again?.outcome).toBe(trace.outcome)
        if (decision.kind === 'none-left') return
        const prizeIndex = drawSpin(HASH, drawn, wheel)
        const price = decision.kind === 'ticket' ? decision.tickets : 0
        expect(again?.amounts).toMatchObject({
          prizeIndex,
          xp: wheel[prizeIndex]?.xp,
          usedTicket: price > 0,
          tickets: 0 - price,
        })
      }),
    )
  })

  test('for daily tickets', () => {
    fc.assert(
      fc.property(fc.nat(20), days, xp, instants, (ticketsPerDay, lastDay, seasonXp, now) => {
        const claim = { lastDay, ticketsPerDay, tierId: 3 }
        const { decision, trace } = traceTicketClaim(claim, seasonXp, now)

        const again = replay(stored(trace))

        expect(again?.outcome).toBe(trace.outcome)
        if (decision.kind !== 'granted') return
        expect(again?.amounts).toEqual({ xp: 0, tickets: decision.tickets })
      }),
    )
  })

  test('for missions with every kind of proof', () => {
    const proofs = fc.constantFrom('LINK', 'CODE', 'ONCHAIN', 'ANSWER')
    const repeats = fc.constantFrom('DAILY', 'ONCE', 'UNLIMITED')
    const opened = fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined })
    fc.assert(
      fc.property(proofs, repeats, opened, bonuses, instants, (proof, repeat, ago, bonus, now) => {
        const openedAt = ago === undefined ? undefined : new Date(now.getTime() - ago).toISOString()
        const evidence = { proof, ...(openedAt === undefined ? {} : { openedAt }) }
        const { xp: gained, trace } = traceMission({ rewardXp: 120, repeat }, evidence, bonus, now)

        const again = replay(stored(trace))

        expect(again?.outcome).toBe(trace.outcome)
        if (trace.outcome !== 'GRANTED') return
        const { totalXp, ...parts } = gained
        expect(again?.amounts).toEqual({ ...parts, xp: totalXp, tickets: 0 })
      }),
    )
  })

  test('for rewards of rounds, including those that the rest of the pool limits', () => {
    const pools = fc.bigInt({ min: 0n, max: 10n ** 24n })
    const member = fc.record({ xp: fc.nat(1000), checkInDays: fc.nat(6), hasWallet: fc.boolean() })
    fc.assert(
      fc.property(pools, pools, fc.nat(20_000), member, (pool, rest, allXp, settled) => {
        const left = rest < pool ? rest : pool
        const { amount, trace } = traceReward({ pool, allXp, left }, settled)

        const again = replay(stored(trace))

        expect(again).toEqual({ outcome: trace.outcome, amounts: { reward: amount.toString() } })
        const decision = decideReward(pool, settled, allXp)
        if (decision.kind === 'none') expect(trace.outcome).toBe(whyNoReward(settled))
        else if (amount > 0n) {
          expect(trace.outcome).toBe(decision.kind === 'pay' ? 'GRANTED' : 'WAITING_FOR_WALLET')
        }
      }),
    )
  })

  test('for invites and purchases', () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.nat(20),
        fc.nat(1000),
        fc.integer({ min: 1, max: 9 }),
        (more, goal, gives, quantity) => {
          const claim = { season: 'ONGOING', claimed: false, goal, invites: goal + more } as const
          const decided = traceXpClaim(claim, { claimType: 'FIRST_INVITE', xp: gives })
          const unit = { price: BigInt(more), givesXp: gives, givesTickets: goal }
          const bought = tracePurchase('XP', unit, quantity)

          const invited = decided.reason === undefined ? replay(stored(decided.trace)) : undefined
          const { price, givesXp, givesTickets } = bought

          expect(invited).toEqual({ outcome: 'GRANTED', amounts: { xp: gives, tickets: 0 } })
          expect(replay(stored(bought.trace))?.amounts).toEqual({
            price: price.toString(),
            givesXp,
            givesTickets,
          })
        },
      ),
    )
  })
})

describe('a trace that cannot be replayed', () => {
  const { trace } = traceCheckIn(
    { baseXp: 50, bonusEvery: 5, bonusXp: 100 },
    { count: 4, lastDay: '2026-01-16' },
    { seasonXp: 2161, level: 22, levelPercent: 0, tierId: 2, tierPercent: 5 },
    new Date('2026-01-17T05:14:00Z'),
  )

  test('has a version that this release does not know', () => {
    expect(replay({ ...stored(trace), version: 2 })).toBeUndefined()
  })

  test.each(Object.keys(trace.inputs).filter((name) => name !== 'lastDay'))(
    'lacks its input %s',
    (name) => {
      expect(
        replay(stored({ ...trace, inputs: { ...trace.inputs, [name]: null } })),
      ).toBeUndefined()
    },
  )

  test('has a wheel without weights or a seed that is not hexadecimal', () => {
    const spin = traceSpin({ freePerDay: 1, ticketsPerSpin: 1 }, { freeUsedToday: 0, tickets: 0 })
    const draw = { odds: '10:1', serverSeed: '00'.repeat(32), clientSeed: 'sun', nonce: 0 }

    expect(replay(stored(spin.trace, draw))).toBeDefined()
    for (const altered of [
      { odds: '10:0' },
      { odds: 'x' },
      { serverSeed: 'xyz' },
      { nonce: '0' },
    ]) {
      expect(replay(stored(spin.trace, { ...draw, ...altered }))).toBeUndefined()
    }
  })

  test('is a claim of an invite below its goal', () => {
    const claim = { season: 'ONGOING', claimed: false } as const
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (invites, goal) => {
        const reward = { claimType: 'FIRST_INVITE', xp: 200 } as const
        const inputs = { ...reward, goal, progress: invites }
        const again = replay({ rule: 'invite', version: 1, inputs })

        const { reason } = traceXpClaim({ ...claim, goal, invites }, reward)
        expect(again === undefined).toBe(reason !== undefined)
      }),
    )
  })

  test('shows an altered amount, because the rule decides another one', () => {
    const inputs = { ...trace.inputs, tierPercent: 6 }

    expect(replay(stored(trace))?.amounts).toMatchObject({ tierBonusXp: 7, xp: 157 })
    expect(replay(stored({ ...trace, inputs }))?.amounts).toMatchObject({ tierBonusXp: 9, xp: 159 })
  })
})
