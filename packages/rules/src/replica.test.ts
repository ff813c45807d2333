import { describe, expect, test } from 'vitest'
import {
  admitted,
  afterAnswer,
  afterFailure,
  CLOSED_BREAKER,
  decideReplicaRead,
  lagOf,
  LAG_LIMIT_BYTES,
  LAG_LIMIT_MS,
  parseLsn,
  POSITION_TTL_MS,
  REST_MS,
  SHORT_REST_MS,
  UNKNOWN_WRITE_MS,
  withSample,
  type PositionSample,
} from './replica.ts'

const START = new Date('2026-06-23T08:00:00.000Z')
const after = (ms: number) => new Date(START.getTime() + ms)
const sample = (lsn: bigint, ms = 0, timeline = 1): PositionSample => ({
  timeline,
  lsn,
  at: after(ms),
})
const standby = { isStandby: true, timeline: 1, replayed: 100n }
const decide = (over: Partial<Parameters<typeof decideReplicaRead>[0]> = {}) =>
  decideReplicaRead({
    samples: [sample(100n)],
    required: { timeline: 1, lsn: 100n },
    state: standby,
    now: START,
    ...over,
  })

describe('a position of the log', () => {
  test('is parsed from the notation of PostgreSQL', () => {
    expect(parseLsn('0/0')).toBe(0n)
    expect(parseLsn('16/B374D848')).toBe(0x16_b374_d848n)
    expect(parseLsn('FFFFFFFF/ffffffff')).toBe(0xffff_ffff_ffff_ffffn)
  })

  test.each(['', '16', '16/', '/16', '16/B374D848 ', '16/123456789', '123456789/0', 'G/0', '-1/0'])(
    'is rejected in another notation: "%s"',
    (text) => {
      expect(parseLsn(text)).toBeUndefined()
    },
  )
})

describe('the lag of a replica', () => {
  const samples = [sample(100n, 0), sample(200n, 1000), sample(300n, 2000)]

  test('is zero when it has reached the newest sample', () => {
    expect(lagOf(samples, 300n, after(2500))).toEqual({ bytes: 0n, ms: 0 })
  })

  test('counts from the last sample that it has reached', () => {
    expect(lagOf(samples, 299n, after(2500))).toEqual({ bytes: 1n, ms: 1500 })
    expect(lagOf(samples, 200n, after(2500))).toEqual({ bytes: 100n, ms: 1500 })
    expect(lagOf(samples, 199n, after(2500))).toEqual({ bytes: 101n, ms: 2500 })
  })

  test('is unbounded when it has reached none', () => {
    expect(lagOf(samples, 99n, after(2500))).toEqual({ bytes: 201n, ms: Infinity })
  })

  test('is unknown without a sample of the last five seconds', () => {
    expect(lagOf([], 300n, START)).toBeUndefined()
    expect(lagOf(samples, 300n, after(7000))).toEqual({ bytes: 0n, ms: 0 })
    expect(lagOf(samples, 300n, after(7001))).toBeUndefined()
  })

  test('forgets the samples of an earlier timeline, and all but the last twenty', () => {
    expect(withSample(samples, sample(250n, 3000, 2))).toEqual([sample(250n, 3000, 2)])
    let kept: PositionSample[] = []
    for (let at = 1; at <= 21; at += 1) kept = withSample(kept, sample(BigInt(at), at))
    expect(kept.map(({ lsn }) => Number(lsn))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 2),
    )
  })
})

describe('a read', () => {
  test('uses a replica that has everything the caller wrote', () => {
    expect(decide()).toBe('use')
    expect(decide({ required: undefined })).toBe('use')
    expect(decide({ required: { timeline: 1, lsn: 99n } })).toBe('use')
  })

  test('uses the primary while the replica lacks the last write of the caller', () => {
    expect(decide({ required: { timeline: 1, lsn: 101n } })).toBe('BEHIND_WRITE')
  })

  test('uses the primary after a change of the timeline, whatever the positions are', () => {
    const changed = [sample(50n, 0, 2)]
    const followed = { ...standby, timeline: 2 }

    expect(decide({ samples: changed })).toBe('REPLICA_TIMELINE')
    expect(decide({ samples: changed, state: followed })).toBe('OTHER_TIMELINE')
    expect(decide({ required: { timeline: 2, lsn: 1n } })).toBe('OTHER_TIMELINE')
    expect(decide({ samples: changed, state: followed, required: { timeline: 2, lsn: 60n } })).toBe(
      'use',
    )
    expect(decide({ state: { ...standby, timeline: undefined } })).toBe('REPLICA_TIMELINE')
  })

  test('uses the primary when the other database is no standby', () => {
    expect(decide({ state: { ...standby, isStandby: false } })).toBe('NOT_A_STANDBY')
    // A primary that never was a standby has replayed nothing.
    const promoted = { ...standby, isStandby: false, replayed: undefined }
    expect(decide({ state: promoted, samples: [] })).toBe('NOT_A_STANDBY')
  })

  test('uses the primary while the lag is unknown', () => {
    expect(decide({ samples: [] })).toBe('UNKNOWN_LAG')
    expect(decide({ now: after(5001) })).toBe('UNKNOWN_LAG')
    expect(decide({ state: { ...standby, replayed: undefined } })).toBe('UNKNOWN_LAG')
    expect(decide({ state: { ...standby, replayed: undefined }, required: undefined })).toBe(
      'UNKNOWN_LAG',
    )
  })

  test('uses the primary beyond the limit in bytes', () => {
    const over = (bytes: bigint) =>
      decide({ samples: [sample(100n), sample(100n + bytes)], required: undefined })

    expect(over(LAG_LIMIT_BYTES)).toBe('use')
    expect(over(LAG_LIMIT_BYTES + 1n)).toBe('BEHIND_LIMIT')
  })

  test('uses the primary beyond the limit in time', () => {
    const over = (ms: number) =>
      decide({ samples: [sample(100n), sample(101n, ms)], required: undefined, now: after(ms) })

    expect(over(LAG_LIMIT_MS)).toBe('use')
    expect(over(LAG_LIMIT_MS + 1)).toBe('BEHIND_LIMIT')
  })

  test('of a caller whose position expired finds a replica that has the write or is not read', () => {
    expect(POSITION_TTL_MS).toBeGreaterThan(10 * LAG_LIMIT_MS)
  })
})

test('a write whose outcome is unknown is over before its caller reads from a replica again', () => {
  const idleTransactionMs = 60_000
  expect(UNKNOWN_WRITE_MS).toBeGreaterThan(idleTransactionMs + LAG_LIMIT_MS)
})

describe('the breaker', () => {
  test('lets the replica rest after three failures in a row, then admits one read', () => {
    const twice = afterFailure(afterFailure(CLOSED_BREAKER, START), START)
    const open = afterFailure(twice, START)
    const probed = admitted(open, after(REST_MS))

    expect(admitted(twice, START)).toEqual(twice)
    expect(admitted(open, after(REST_MS - 1))).toBeUndefined()
    expect(probed).toEqual({ failures: 3, restsUntil: after(2 * REST_MS) })
    expect(probed && admitted(probed, after(REST_MS))).toBeUndefined()
    expect(probed && afterFailure(probed, after(REST_MS + 1)).restsUntil).toEqual(
      after(2 * REST_MS + 1),
    )
  })

  test('closes with the next answer', () => {
    expect(afterAnswer('use', START)).toEqual(CLOSED_BREAKER)
    expect(afterAnswer('BEHIND_WRITE', START)).toEqual(CLOSED_BREAKER)
  })

  test.each(['BEHIND_LIMIT', 'NOT_A_STANDBY', 'REPLICA_TIMELINE', 'UNKNOWN_LAG'] as const)(
    'lets the replica rest for a moment when no read could use it: %s',
    (outcome) => {
      expect(afterAnswer(outcome, START)).toEqual({ failures: 0, restsUntil: after(SHORT_REST_MS) })
    },
  )
})
