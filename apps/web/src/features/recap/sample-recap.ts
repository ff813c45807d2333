import type { CallData } from '@solstice/contract/wire'

const UNLIT = new Set([9, 10, 11, 12, 13, 15, 17])
const DAYS = 35

/** The recap of tests: its numbers never change, so that its picture can be compared. */
export function sampleRecap(language: 'en' | 'ko'): CallData<'recap.mine'> {
  const names = {
    en: ['Midsummer', 'Bronze', 'Silver', 'Gold', 'Platinum'],
    ko: ['한여름', '브론즈', '실버', '골드', '플래티넘'],
  }[language]
  const [title = '', ...tiers] = names
  const days = ['2026-06-01', '2026-06-06', '2026-06-09', '2026-07-01']
  return {
    seasonId: 2,
    title,
    nickname: 'MinaHarbor',
    startAt: '2026-05-31T20:00:00.000Z',
    endAt: '2026-07-05T20:00:00.000Z',
    days: {
      total: DAYS,
      checkedIn: Array.from({ length: DAYS }, (_, day) => day).filter((day) => !UNLIT.has(day)),
      longestRun: 17,
    },
    xp: 10_212,
    level: 103,
    tiers: (['bronze', 'silver', 'gold', 'platinum'] as const).map((emblem, at) => ({
      tierId: at + 1,
      name: tiers[at] ?? '',
      emblem,
      reachedOn: days[at] ?? null,
    })),
    bestDay: { day: '2026-07-01', xp: 1155 },
    place: { place: 26, members: 520, behindPercent: 95 },
    friends: { joined: 4, stayed: 4 },
    bestSpinXp: 1000,
    missions: 34,
    rounds: { total: 5, rewarded: 3, earned: '42.2', symbol: 'USDS' },
    frames: ['days', 'tiers', 'place', 'gains'],
  }
}
