import { describe, expect, test } from 'vitest'
import type { MissionMoment } from './mission.ts'
import {
  nextChance,
  replayAvailability,
  traceAvailability,
  type MissionEvidence,
} from './mission-availability.ts'

const now = new Date('2026-06-10T08:00:00.000Z')
const season = {
  status: 'ONGOING' as const,
  startAt: new Date('2026-06-01T20:00:00.000Z'),
  endAt: new Date('2026-06-29T20:00:00.000Z'),
}
const proven: MissionMoment = {
  type: 'EARN',
  repeat: 'ONCE',
  season,
  lastDay: undefined,
  budgetLeft: undefined,
  spin: { freePerDay: 1, ticketsPerSpin: 2, freeUsedToday: 0, tickets: 0 },
}
const openedAt = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1000).toISOString()

describe('a traced mission', () => {
  test.each<[string, string, Partial<MissionMoment>, MissionEvidence]>([
    ['mission', 'AVAILABLE', {}, {}],
    ['mission', 'DONE', { lastDay: '2026-06-02' }, {}],
    ['mission', 'DONE_TODAY', { repeat: 'DAILY', lastDay: '2026-06-10' }, {}],
    ['mission', 'BUDGET_SPENT', { budgetLeft: 0 }, {}],
    ['mission', 'SEASON_UPCOMING', { season: { ...season, status: 'UPCOMING' } }, {}],
    ['mission', 'SEASON_ENDED', { season: { ...season, status: 'ENDED' } }, { executable: false }],
    ['mission', 'NOT_EXECUTABLE', { lastDay: '2026-06-02' }, { executable: false }],
    ['mission', 'LINK_NOT_OPENED', {}, { proof: 'LINK' }],
    ['mission', 'LINK_OPENED_TOO_RECENTLY', {}, { proof: 'LINK', openedAt: openedAt(9) }],
    ['mission', 'AVAILABLE', {}, { proof: 'LINK', openedAt: openedAt(10) }],
    ['mission', 'CODE_WRONG', {}, { proof: 'CODE', codeMatches: false }],
    ['mission', 'AVAILABLE', {}, { proof: 'CODE', codeMatches: true }],
    ['mission', 'AVAILABLE', {}, { proof: 'CODE' }],
    ['mission', 'WALLET_MISSING', {}, { proof: 'ONCHAIN', chain: 'no-wallet' }],
    ['mission', 'ONCHAIN_UNPROVEN', {}, { proof: 'ONCHAIN', chain: 'unproven' }],
    ['mission', 'CHAIN_UNREACHABLE', {}, { proof: 'ONCHAIN', chain: 'unreachable' }],
    ['mission', 'CHAIN_UNREACHABLE', {}, { proof: 'ONCHAIN', chain: 'not-required' }],
    [
      'mission',
      'ONCHAIN_ADDRESS_USED',
      {},
      { proof: 'ONCHAIN', chain: 'proven', addressUsed: true },
    ],
    ['mission', 'AVAILABLE', {}, { proof: 'ONCHAIN', chain: 'proven' }],
    ['mission', 'AVAILABLE', {}, { proof: 'ONCHAIN' }],
    ['check-in', 'DONE_TODAY', { type: 'CHECK_IN', repeat: 'DAILY', lastDay: '2026-06-10' }, {}],
    ['check-in', 'AVAILABLE', { type: 'CHECK_IN', repeat: 'DAILY', lastDay: '2026-06-09' }, {}],
    ['ticket', 'DONE_TODAY', { type: 'TICKET', repeat: 'DAILY', lastDay: '2026-06-10' }, {}],
    ['mission', 'BUDGET_SPENT', { type: 'TICKET', repeat: 'DAILY', budgetLeft: 0 }, {}],
    [
      'spin',
      'NO_SPINS_LEFT',
      { type: 'SPIN', spin: { freePerDay: 1, ticketsPerSpin: 2, freeUsedToday: 1, tickets: 1 } },
      {},
    ],
    ['spin', 'COMMITMENT_CHANGED', { type: 'SPIN' }, { commitmentMatches: false }],
    ['spin', 'AVAILABLE', { type: 'SPIN' }, { commitmentMatches: true }],
    [
      'mission',
      'DONE_TODAY',
      {
        type: 'QUIZ',
        repeat: 'DAILY',
        memory: { day: '2026-06-10', questionId: 0, option: 1, isRight: false },
      },
      {},
    ],
  ])('of rule %s has the outcome %s, also when it is replayed', (rule, outcome, change, given) => {
    const trace = traceAvailability({ ...proven, ...change }, given, now)

    expect(trace).toMatchObject({ rule, outcome, version: 1 })
    // It is stored as JSON.
    const stored = JSON.parse(JSON.stringify(trace)) as typeof trace
    expect(stored).toEqual(trace)
    expect(replayAvailability(stored)).toEqual({ rule, outcome })
    expect(replayAvailability({ ...stored, version: 2 })).toBeUndefined()
  })

  test('names its inputs, and leaves out those that are unknown', () => {
    const { inputs } = traceAvailability(
      proven,
      { proof: 'LINK', maxCompletions: 5, rewardXp: undefined },
      now,
    )

    expect(inputs).toEqual({
      missionType: 'EARN',
      repeat: 'ONCE',
      now: now.toISOString(),
      seasonStatus: 'ONGOING',
      startAt: season.startAt.toISOString(),
      endAt: season.endAt.toISOString(),
      freePerDay: 1,
      freeUsedToday: 0,
      ticketsPerSpin: 2,
      tickets: 0,
      proof: 'LINK',
      maxCompletions: 5,
      waitSeconds: 10,
    })
  })

  test('has a next chance if there is one', () => {
    const chance = (change: Partial<MissionMoment>, evidence: MissionEvidence = {}) =>
      nextChance(traceAvailability({ ...proven, ...change }, evidence, now))

    expect(chance({ repeat: 'DAILY', lastDay: '2026-06-10' })).toEqual(
      new Date('2026-06-10T20:00:00.000Z'),
    )
    expect(chance({ season: { ...season, status: 'UPCOMING' } })).toEqual(season.startAt)
    expect(chance({}, { proof: 'LINK', openedAt: openedAt(4) })).toEqual(
      new Date(now.getTime() + 6000),
    )
    expect(chance({ lastDay: '2026-06-02' })).toBeUndefined()
    expect(chance({}, { proof: 'LINK' })).toBeUndefined()
    expect(chance({})).toBeUndefined()
  })
})
