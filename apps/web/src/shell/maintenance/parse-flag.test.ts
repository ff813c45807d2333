import { DEFAULT_MAINTENANCE, durationText, isMaintenanceOn } from '@solstice/rules/maintenance'
import { expect, test } from 'vitest'
import { parseFlag } from './parse-flag.ts'

const DESCRIPTION =
  "We're upgrading the product for better performance. Sorry for the inconvenience, and please check back soon!"

test('is off by default, with the English texts and nothing else', () => {
  expect(DEFAULT_MAINTENANCE).toEqual({
    enabled: false,
    title: { en: 'System Maintenance', ko: '' },
    description: { en: DESCRIPTION, ko: '' },
    scheduled_time: null,
    estimated_duration: null,
  })
})

test('reads every field of the flag', () => {
  const flag = {
    enabled: true,
    title: { en: 'Back soon', ko: '곧 돌아와요' },
    description: { en: 'New season ahead.', ko: '새 시즌' },
    scheduled_time: '2026-11-15T09:00:00.000Z',
    estimated_duration: 90,
  }
  expect(parseFlag(JSON.stringify(flag))).toEqual(flag)
})

test('uses the default for a flag that does not exist yet', () => {
  expect(parseFlag('')).toEqual(DEFAULT_MAINTENANCE)
})

test.each([
  ['nothing', {}, DEFAULT_MAINTENANCE],
  ['enabled as a string', { enabled: 'true' }, DEFAULT_MAINTENANCE],
  ['an empty title', { title: { en: ' ' } }, DEFAULT_MAINTENANCE],
  ['texts of the wrong type', { title: 'x', description: 7 }, DEFAULT_MAINTENANCE],
  ['an empty date', { scheduled_time: '' }, DEFAULT_MAINTENANCE],
  ['a duration of zero', { estimated_duration: 0 }, DEFAULT_MAINTENANCE],
  ['a negative duration', { estimated_duration: -5 }, DEFAULT_MAINTENANCE],
  ['a duration as a string', { estimated_duration: '90' }, DEFAULT_MAINTENANCE],
  [
    'a fractional duration, which is truncated',
    { estimated_duration: 59.9 },
    { ...DEFAULT_MAINTENANCE, estimated_duration: 59 },
  ],
  [
    'only a Korean title',
    { title: { ko: '점검' } },
    { ...DEFAULT_MAINTENANCE, title: { en: 'System Maintenance', ko: '점검' } },
  ],
])('uses the default of each missing field: %s', (_name, flag, expected) => {
  expect(parseFlag(JSON.stringify(flag))).toEqual(expected)
})

test.each(['{', 'null', '[]', '"on"', '1', '{"scheduled_time":"soon"}', '{"scheduled_time":12}'])(
  'fails for an invalid flag or date: %s',
  (text) => {
    expect(() => parseFlag(text)).toThrow(/JSON|flag|date/)
  },
)

test('switches on at the scheduled instant, not a millisecond earlier', () => {
  const flag = parseFlag('{"enabled":true,"scheduled_time":"2026-11-15T09:00:00.000Z"}')

  expect(isMaintenanceOn(flag, new Date('2026-11-15T08:59:59.999Z'))).toBe(false)
  expect(isMaintenanceOn(flag, new Date('2026-11-15T09:00:00.000Z'))).toBe(true)
})

test.each([
  [null, undefined],
  [1, '1m'],
  [59, '59m'],
  [60, '1h'],
  [61, '1h 1m'],
  [90, '1h 30m'],
  [120, '2h'],
  [0, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
])('formats a duration of %s minutes as %s', (minutes, expected) => {
  expect(durationText(minutes)).toBe(expected)
})
