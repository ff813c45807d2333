import { expect, test } from 'vitest'
import * as contract from '@solstice/contract/maintenance.schemas'
import {
  MAINTENANCE_MINUTES_MAX,
  MAINTENANCE_TEXT_MAX,
  minutesOf,
  stateOf,
  timelineOf,
} from './state.ts'

test('has the maxima of the contract', () => {
  expect(MAINTENANCE_TEXT_MAX).toBe(contract.MAINTENANCE_TEXT_MAX)
  expect(MAINTENANCE_MINUTES_MAX).toBe(contract.MAINTENANCE_MINUTES_MAX)
})

test('is off, planned or on', () => {
  expect(stateOf({ on: false, enabled: false })).toBe('OFF')
  expect(stateOf({ on: false, enabled: true })).toBe('PLANNED')
  expect(stateOf({ on: true, enabled: true })).toBe('ON')
})

test.each([
  ['', 'none'],
  ['90', 90],
  ['0', 'wrong'],
  ['1h', 'wrong'],
  ['10081', 'wrong'],
] as const)('reads %j as minutes: %s', (typed, minutes) => {
  expect(minutesOf(typed)).toBe(minutes)
})

test('puts now, the start and the expected end in order', () => {
  const now = Date.parse('2027-01-17T14:00:00.000Z')
  const planned = {
    enabled: true,
    scheduledTime: '2027-01-17T15:00:00.000Z',
    estimatedDuration: 90,
  }
  const kinds = (change: object, at = now) =>
    timelineOf({ ...planned, ...change }, at).map(({ kind }) => kind)

  expect(kinds({})).toEqual(['NOW', 'START', 'END'])
  expect(kinds({}, now + 2 * 3_600_000)).toEqual(['START', 'NOW', 'END'])
  expect(kinds({ scheduledTime: null })).toEqual(['NOW'])
  expect(kinds({ enabled: false })).toEqual(['NOW'])
})
