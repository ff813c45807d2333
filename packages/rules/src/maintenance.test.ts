import { describe, expect, test } from 'vitest'
import {
  closedSpan,
  DEFAULT_MAINTENANCE,
  durationText,
  isMaintenanceOn,
  type MaintenanceConfig,
} from './maintenance.ts'

const noon = new Date('2026-06-23T12:00:00.000Z')
const on: MaintenanceConfig = { ...DEFAULT_MAINTENANCE, enabled: true }

describe('maintenance', () => {
  test('is off by default, with English texts only', () => {
    expect(DEFAULT_MAINTENANCE).toEqual({
      enabled: false,
      title: { en: 'System Maintenance', ko: '' },
      description: {
        en: "We're upgrading the product for better performance. Sorry for the inconvenience, and please check back soon!",
        ko: '',
      },
      scheduled_time: null,
      estimated_duration: null,
    })
  })

  test.each([
    ['without a schedule', null, true],
    ['a millisecond before its schedule', '2026-06-23T12:00:00.001Z', false],
    ['at its schedule', '2026-06-23T12:00:00.000Z', true],
    ['after its schedule', '2026-06-22T12:00:00.000Z', true],
    ['with an unreadable schedule', 'soon', false],
  ])('%s is active: %s', (_when, scheduled_time, expected) => {
    expect(isMaintenanceOn({ ...on, scheduled_time }, noon)).toBe(expected)
    expect(isMaintenanceOn({ ...on, scheduled_time, enabled: false }, noon)).toBe(false)
  })
})

test.each([
  [1, '1m'],
  [59.9, '59m'],
  [60, '1h'],
  [61, '1h 1m'],
  [90, '1h 30m'],
  [120, '2h'],
  [0.9, undefined],
  [0, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [Infinity, undefined],
  ['90', undefined],
  [null, undefined],
])('formats a duration of %s minutes as %s', (minutes, expected) => {
  expect(durationText(minutes)).toBe(expected)
})

test('tells when members were rejected because of a setting', () => {
  const setAt = new Date('2026-06-23T08:00:00.000Z')
  const later = new Date('2026-06-23T10:00:00.000Z')
  const on = { ...DEFAULT_MAINTENANCE, enabled: true }
  const planned = { ...on, scheduled_time: '2026-06-23T09:00:00.000Z' }
  const start = new Date('2026-06-23T09:00:00.000Z')

  expect(closedSpan(on, { setAt, replacedAt: later }, later)).toEqual({ from: setAt, until: later })
  expect(closedSpan(planned, { setAt, replacedAt: undefined }, later)).toEqual({
    from: start,
    until: undefined,
  })
  expect(closedSpan(planned, { setAt, replacedAt: start }, later)).toBeUndefined()
  expect(closedSpan(planned, { setAt, replacedAt: undefined }, setAt)).toBeUndefined()
  expect(closedSpan(DEFAULT_MAINTENANCE, { setAt, replacedAt: later }, later)).toBeUndefined()
})
