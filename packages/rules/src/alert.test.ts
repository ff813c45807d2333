import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterQuietHours,
  ALERT_CODES,
  decidePush,
  DEFAULT_QUIET_HOURS,
  isTimeZone,
  pushProfileOf,
  pushRetryAfterMs,
  reminderInstant,
  type AlertSetting,
  type PushCode,
  type QuietHours,
} from './alert.ts'

const ZONES = [
  'UTC',
  'Asia/Dubai',
  'Asia/Seoul',
  'Asia/Kolkata',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Pacific/Apia',
] as const

const quietIn = (timeZone: string): QuietHours => ({ ...DEFAULT_QUIET_HOURS, timeZone })

const localTime = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant)

describe('quiet hours', () => {
  test.each([
    ['Asia/Dubai', '2026-06-23T17:59:00Z', '2026-06-23T17:59:00.000Z'],
    ['Asia/Dubai', '2026-06-23T18:00:00Z', '2026-06-24T04:00:00.000Z'],
    ['Asia/Dubai', '2026-06-24T03:59:59.999Z', '2026-06-24T04:00:00.000Z'],
    ['Asia/Dubai', '2026-06-24T04:00:00Z', '2026-06-24T04:00:00.000Z'],
    ['Asia/Seoul', '2026-06-23T13:00:00Z', '2026-06-23T23:00:00.000Z'],
    // Clocks go back this night, which makes it an hour longer.
    ['America/Los_Angeles', '2026-11-01T06:00:00Z', '2026-11-01T16:00:00.000Z'],
    // Clocks go forward this night, which makes it an hour shorter.
    ['America/Los_Angeles', '2026-03-08T07:00:00Z', '2026-03-08T15:00:00.000Z'],
  ])('in %s at %s delay a push until %s', (timeZone, now, expected) => {
    expect(afterQuietHours(quietIn(timeZone), new Date(now)).toISOString()).toBe(expected)
  })

  test('delay nothing when they are switched off or start and end at the same time', () => {
    const night = new Date('2026-06-23T22:00:00Z')

    expect(afterQuietHours({ ...quietIn('UTC'), enabled: false }, night)).toBe(night)
    expect(afterQuietHours({ ...quietIn('UTC'), from: 600, to: 600 }, night)).toBe(night)
  })

  test('end at the local end time of the zone on any day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.date({
          min: new Date('2026-01-01'),
          max: new Date('2027-12-31'),
          noInvalidDate: true,
        }),
        (timeZone, now) => {
          const free = afterQuietHours(quietIn(timeZone), now)
          const waitedHours = (free.getTime() - now.getTime()) / 3_600_000
          expect(waitedHours).toBeGreaterThanOrEqual(0)
          expect(waitedHours).toBeLessThanOrEqual(11)
          if (free > now) expect(localTime(free, timeZone)).toBe('08:00')
          else expect(localTime(now, timeZone) >= '08:00').toBe(true)
          expect(localTime(free, timeZone) < '22:00').toBe(true)
        },
      ),
    )
  })
})

describe('a push', () => {
  const noon = new Date('2026-06-23T08:00:00Z')
  const night = new Date('2026-06-23T20:00:00Z')
  const member = { off: [], quiet: DEFAULT_QUIET_HOURS }

  test("goes out at night for the member's own action and for security events, and otherwise waits for the morning", () => {
    const decide = (code: (typeof ALERT_CODES)[number]) =>
      decidePush({ code, createdAt: night }, member, night)

    expect(decide('PURCHASE_SUCCESS')).toMatchObject({ kind: 'send', dueAt: night })
    expect(decide('NEW_DEVICE')).toMatchObject({ kind: 'send', dueAt: night })
    expect(decide('REWARD')).toMatchObject({
      kind: 'send',
      dueAt: new Date('2026-06-24T04:00:00Z'),
    })
    expect(decide('MAINTENANCE_START')).toEqual({ kind: 'skip', why: 'too late' })
  })

  test.each(ALERT_CODES)('of %s is suppressed only by its own setting', (code) => {
    const { setting } = pushProfileOf(code)
    const others = (
      ['CHECK_IN', 'SPIN', 'TICKET', 'PURCHASE', 'SEASON', 'REWARD', 'NOTICE', 'FUNDS'] as const
    ).filter((each) => each !== setting)
    const decide = (off: typeof others) =>
      decidePush({ code, createdAt: noon }, { ...member, off }, noon).kind

    expect(decide(others)).toBe('send')
    if (setting) expect(decide([setting])).toBe('skip')
  })

  test('is skipped with a reason', () => {
    const off = { ...member, off: ['REWARD'] as const }

    expect(decidePush({ code: 'REWARD', createdAt: noon }, off, noon)).toEqual({
      kind: 'skip',
      why: 'switched off',
    })
  })

  test('expires with its profile or at the time the event specifies', () => {
    const later = (ms: number) => new Date(noon.getTime() + ms)
    const decide = (until?: Date) =>
      decidePush({ code: 'NEW_DEVICE', createdAt: noon, until }, member, noon)

    expect(decide()).toEqual({ kind: 'send', dueAt: noon, expiresAt: later(72 * 3_600_000) })
    expect(decide(later(1))).toEqual({ kind: 'send', dueAt: noon, expiresAt: later(1) })
    expect(decide(noon)).toEqual({ kind: 'skip', why: 'too late' })
  })
})

test.each([
  ['Asia/Seoul', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('recognises the time zone %j: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})

describe('the profile of a push', () => {
  const hour = 3_600_000
  // Columns: setting, hours until it expires, sent immediately, replaces older ones.
  test.each<[PushCode, AlertSetting | undefined, number, boolean, boolean]>([
    ['PURCHASE_SUCCESS', 'PURCHASE', 24, true, false],
    ['PURCHASE_FAIL', 'PURCHASE', 24, true, false],
    ['REFUND_SUBMIT', 'PURCHASE', 24, true, false],
    ['REFUND_COMPLETE', 'PURCHASE', 48, false, false],
    ['REFUND_REJECTED', 'PURCHASE', 48, false, false],
    ['PURCHASE', 'PURCHASE', 12, false, true],
    ['TICKET', 'TICKET', 12, false, true],
    ['CHECK_IN', 'CHECK_IN', 6, false, true],
    ['RANDOM_XP', 'SPIN', 12, false, true],
    ['SEASON_OPEN', 'SEASON', 48, false, false],
    ['REWARD', 'REWARD', 72, false, false],
    ['REWARD_WAITING', 'REWARD', 72, false, false],
    ['REWARD_READY', 'REWARD', 72, false, true],
    ['MAINTENANCE_START', 'NOTICE', 1, false, false],
    ['MAINTENANCE_END', 'NOTICE', 3, false, false],
    ['PASSWORD_CHANGED', undefined, 72, true, false],
    ['PASSWORD_RESET', undefined, 72, true, false],
    ['PIN_LOCKED', undefined, 72, true, false],
    ['PIN_RESET', undefined, 72, true, false],
    ['NEW_DEVICE', undefined, 72, true, false],
    ['WALLET_CHANGED', undefined, 72, true, false],
    ['INVITE_QUALIFIED', 'REWARD', 72, false, false],
    ['INVITE_CLAIMABLE', 'REWARD', 72, false, true],
    ['WITHDRAWAL_FAILED', undefined, 72, false, false],
    ['FUNDS_RECEIVED', 'FUNDS', 24, false, true],
    ['NOTICE', 'NOTICE', 72, false, false],
    ['TEST', undefined, 1 / 12, true, false],
  ])(
    'of %s has the setting %s and expires after %d h',
    (code, setting, hours, atOnce, replacesOlder) => {
      expect(pushProfileOf(code)).toEqual({
        setting,
        ttlMs: hours * hour,
        urgency: atOnce ? 'high' : 'normal',
        waitsForQuietHours: !atOnce,
        replacesOlder,
      })
    },
  )
})

describe('a reminder', () => {
  const from = new Date('2026-06-22T21:00:00Z')
  const until = new Date('2026-06-23T19:59:59.999Z')

  test.each([
    ['Asia/Dubai', '2026-06-23T14:00:00.000Z'],
    ['Asia/Seoul', '2026-06-23T09:00:00.000Z'],
    ['UTC', '2026-06-23T18:00:00.000Z'],
    // In this zone, the programme day ends at one in the afternoon.
    ['America/Los_Angeles', '2026-06-23T01:00:00.000Z'],
  ])('for the evening is due in %s at %s', (timeZone, expected) => {
    const instant = reminderInstant({ when: 'evening', from, until }, quietIn(timeZone))

    expect(instant?.toISOString()).toBe(expected)
  })

  test('that may come soon is due immediately or in the morning', () => {
    const soon = (at: string) =>
      reminderInstant(
        { when: 'soon', from: new Date(at), until: undefined },
        quietIn('UTC'),
      )?.toISOString()

    expect(soon('2026-06-23T12:00:00Z')).toBe('2026-06-23T12:00:00.000Z')
    expect(soon('2026-06-23T23:30:00Z')).toBe('2026-06-24T08:00:00.000Z')
  })

  test.each([
    ['the first evening where it has no end', '12:00', undefined, '2026-06-23T18:00:00.000Z'],
    ['the last evening before its end', '12:00', '2026-06-25T18:01Z', '2026-06-25T18:00:00.000Z'],
    // An evening that starts at the end is too late.
    ['three hours before its end', '12:00', '2026-06-23T18:00Z', '2026-06-23T15:00:00.000Z'],
    ['three hours before its end', '19:00', '2026-06-24T17:00Z', '2026-06-24T14:00:00.000Z'],
  ])('for the evening is due on %s, from %s until %s at %s', (_label, at, end, expected) => {
    const evening = new Date(`2026-06-23T${at}:00Z`)
    const last = end === undefined ? undefined : new Date(end)

    expect(
      reminderInstant(
        { when: 'evening', from: evening, until: last },
        quietIn('UTC'),
      )?.toISOString(),
    ).toBe(expected)
  })

  test.each(['2026-06-24T06:00:00Z', '2026-06-24T08:00:00Z'])(
    'is omitted if its period ends at %s, no later than the quiet hours',
    (end) => {
      const night = {
        when: 'soon',
        from: new Date('2026-06-23T23:00:00Z'),
        until: new Date(end),
      } as const

      expect(reminderInstant(night, quietIn('UTC'))).toBeUndefined()
    },
  )

  test('is due within its period and outside quiet hours, in any time zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom('soon' as const, 'evening' as const),
        fc.integer({ min: 0, max: 400 * 24 }),
        fc.integer({ min: 1, max: 48 }),
        (timeZone, when, hour, length) => {
          const start = new Date(Date.UTC(2026, 0, 1, hour))
          const end = new Date(start.getTime() + length * 3_600_000)
          const instant = reminderInstant({ when, from: start, until: end }, quietIn(timeZone))
          if (!instant) return
          expect(instant >= start && instant < end).toBe(true)
          expect(afterQuietHours(quietIn(timeZone), instant)).toBe(instant)
        },
      ),
    )
  })
})

test('a failing push service is retried after an increasing delay, or after the delay it requests', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map(
    (failures) => pushRetryAfterMs(failures, undefined) / 1000,
  )

  expect(waits).toEqual([5, 10, 20, 40, 80, 120, 120])
  expect(pushRetryAfterMs(1, 600_000)).toBe(600_000)
  expect(pushRetryAfterMs(6, 1000)).toBe(120_000)
  expect(pushRetryAfterMs(1, 10 ** 12)).toBe(6 * 3_600_000)
})
