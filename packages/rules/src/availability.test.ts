import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  availabilityPercent,
  durationOf,
  gapsOf,
  incidentsOf,
  maintenancePeriods,
  markOf,
  type Heartbeat,
} from './availability.ts'
import { MINUTE_MS } from './duration.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 5, 16) + minute * MINUTE_MS)
const span = (from: number, to: number) => ({ startAt: at(from), endAt: at(to) })
const beat = (from: number, to = from + 1, of: Partial<Heartbeat> = {}): Heartbeat => ({
  ...span(from, to),
  serves: true,
  runsJobs: true,
  ...of,
})
const seen = (heartbeats: Heartbeat[], maintenance = [] as ReturnType<typeof span>[]) => ({
  since: at(0),
  heartbeats,
  maintenance,
})

describe('gaps of a service', () => {
  test('are the minutes without a heartbeat', () => {
    const gaps = gapsOf('PROGRAMME', span(0, 10), seen([beat(0, 3), beat(2), beat(7, 10)]))

    expect(gaps).toEqual([{ ...span(3, 7), cause: 'OUTAGE' }])
  })

  test('are none before the first heartbeat ever, and none without any', () => {
    const observed = { since: at(5), heartbeats: [beat(5, 10)], maintenance: [] }

    expect(gapsOf('PROGRAMME', span(0, 10), observed)).toEqual([])
    expect(gapsOf('PROGRAMME', span(0, 10), { ...observed, since: undefined })).toEqual([])
    expect(gapsOf('PROGRAMME', span(0, 4), observed)).toEqual([])
  })

  test('include maintenance for check-ins alone, and name a time that is both a maintenance', () => {
    const observed = seen([beat(0, 2), beat(6, 10)], [span(4, 8)])

    expect(gapsOf('PROGRAMME', span(0, 10), observed)).toEqual([
      { ...span(2, 4), cause: 'OUTAGE' },
      { ...span(4, 8), cause: 'MAINTENANCE' },
    ])
    expect(gapsOf('POINTS_LOG', span(0, 10), observed)).toEqual([
      { ...span(2, 6), cause: 'OUTAGE' },
    ])
  })

  test('follow the processes that each service needs', () => {
    const observed = seen([
      beat(0, 5, { runsJobs: false }),
      beat(3, 10, { serves: false, runsJobs: true }),
    ])

    expect(gapsOf('PROGRAMME', span(0, 10), observed)).toEqual([
      { ...span(5, 10), cause: 'OUTAGE' },
    ])
    expect(gapsOf('PAYOUTS', span(0, 10), observed)).toEqual([{ ...span(0, 3), cause: 'OUTAGE' }])
  })

  test('and covered minutes add up to the period, whatever overlaps', () => {
    const spans = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 12 })
    fc.assert(
      fc.property(spans, spans, (beats, closed) => {
        const heartbeats = beats.map(([from, length]) => beat(from, from + length))
        const maintenance = closed.map(([from, length]) => span(from, from + length))
        const gaps = gapsOf('PROGRAMME', span(0, 60), seen(heartbeats, maintenance))

        const isUp = (minute: number) =>
          heartbeats.some(({ startAt, endAt }) => startAt <= at(minute) && at(minute) < endAt) &&
          !maintenance.some(({ startAt, endAt }) => startAt <= at(minute) && at(minute) < endAt)
        const up = Array.from({ length: 60 }, (_, minute) => minute).filter(isUp)
        expect(durationOf(gaps)).toBe((60 - up.length) * MINUTE_MS)
      }),
    )
  })
})

describe('maintenance periods', () => {
  const on = (scheduled_time: string | null = null) => ({ enabled: true, scheduled_time })
  const off = { enabled: false, scheduled_time: null }

  test('begin when the setting applies and end with the next one', () => {
    const settings = [
      { config: on(at(5).toISOString()), setAt: at(0) },
      { config: off, setAt: at(9) },
      { config: on(), setAt: at(20) },
    ]

    expect(maintenancePeriods(settings, at(30))).toEqual([span(5, 9), span(20, 30)])
  })

  test('never begin at an invalid time, or when they were cancelled before it', () => {
    const settings = [
      { config: on('soon'), setAt: at(0) },
      { config: on(at(9).toISOString()), setAt: at(1) },
      { config: off, setAt: at(3) },
    ]

    expect(maintenancePeriods(settings, at(30))).toEqual([])
  })
})

describe('incidents', () => {
  test('join gaps over midnight and services with the same gap, and skip a restart', () => {
    const outage = (from: number, to: number, service: 'PROGRAMME' | 'PAYOUTS') => ({
      ...span(from, to),
      cause: 'OUTAGE' as const,
      service,
    })

    expect(
      incidentsOf([
        outage(0, 4, 'PROGRAMME'),
        outage(10, 20, 'PROGRAMME'),
        outage(20, 30, 'PROGRAMME'),
        outage(10, 30, 'PAYOUTS'),
      ]),
    ).toEqual([{ ...span(10, 30), cause: 'OUTAGE', services: ['PROGRAMME', 'PAYOUTS'] }])
  })
})

test.each([
  ['UNKNOWN', 0, 0],
  ['UP', 1440, 4],
  ['PART', 1440, 5],
  ['PART', 1440, 144],
  ['DOWN', 1440, 145],
] as const)('marks a day %s of %i known minutes with a gap of %i', (mark, known, gap) => {
  const day = { knownMs: known * MINUTE_MS, unavailableMs: gap * MINUTE_MS }

  expect(markOf(day, 0.1)).toBe(mark)
})

test('rounds the availability down, so that 100% means no gap at all', () => {
  expect(availabilityPercent({ knownMs: 1_000_000, unavailableMs: 1 })).toBe(99.99)
  expect(availabilityPercent({ knownMs: 1000, unavailableMs: 0 })).toBe(100)
  expect(availabilityPercent({ knownMs: 0, unavailableMs: 0 })).toBeNull()
})
