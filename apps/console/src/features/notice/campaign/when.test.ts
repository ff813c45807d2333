import { expect, test } from 'vitest'
import { chosenTime, NOW } from './when.ts'

const now = Date.parse('2027-01-17T14:00:00.000Z')
const season = {
  seasonId: 4,
  title: { en: 'The Long Night', ko: '긴 밤' },
  startAt: '2027-01-20T20:00:00.000Z',
  endAt: '2027-02-17T20:00:00.000Z',
  rounds: [],
  tiers: [],
}

test('a campaign is sent now, at a time, or on a moment', () => {
  const moment = { kind: 'SEASON_START', seasonId: 4 } as const

  expect(chosenTime(NOW, [], now)).toEqual({ isReady: true, body: {}, at: undefined })
  expect(chosenTime({ ...NOW, kind: 'at', at: '2027-01-18T10:00' }, [], now)).toEqual({
    isReady: true,
    body: { dueAt: '2027-01-18T06:00:00.000Z' },
    at: '2027-01-18T06:00:00.000Z',
  })
  expect(chosenTime({ ...NOW, kind: 'moment', moment }, [season], now)).toEqual({
    isReady: true,
    body: { moment: { ...moment, offsetMinutes: -1440 } },
    at: '2027-01-19T20:00:00.000Z',
  })
})

test.each([
  [{ ...NOW, kind: 'at' }, 'noTime'],
  [{ ...NOW, kind: 'at', at: '2027-01-17T17:00' }, 'past'],
  [{ ...NOW, kind: 'moment' }, 'noMoment'],
  [
    {
      ...NOW,
      kind: 'moment',
      moment: { kind: 'SEASON_START', seasonId: 4 },
      offset: { ...NOW.offset, count: 'x' },
    },
    'offset',
  ],
  [
    {
      ...NOW,
      kind: 'moment',
      moment: { kind: 'SEASON_START', seasonId: 4 },
      offset: { ...NOW.offset, count: '100' },
    },
    'past',
  ],
] as const)('%j is not ready: %s', (when, problem) => {
  expect(chosenTime(when, [season], now)).toEqual({ isReady: false, problem })
})
