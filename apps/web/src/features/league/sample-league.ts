import type { CallData } from '@solstice/contract/wire'

type Mine = CallData<'league.mine'>
type League = NonNullable<Mine['league']>

const NAMES = [
  'polarfinch',
  'emberleaf',
  '마루하늘빛길',
  'tidewalker',
  'quietocean',
  'MinaHarbor',
  'lantern_ji',
  'northgate',
] as const

/** Returns a league of thirty in which the member with this id is sixth, for tests and the preview. */
export function sampleLeague(
  me = { userId: 6, nickname: 'MinaHarbor' },
  at = { now: Date.UTC(2026, 5, 24, 6), days: 2 },
): Mine & { league: League } {
  const list = Array.from({ length: 30 }, (_, index) => {
    const place = index + 1
    const isMe = place === 6
    return {
      place,
      userId: isMe ? me.userId : 1000 + place,
      nickname: isMe ? me.nickname : (NAMES[index] ?? `star${String(place).padStart(4, '0')}`),
      xp: Math.max(0, 1240 - 41 * index),
    }
  })
  const day = 86_400_000
  const instant = (days: number) => new Date(at.now + days * day).toISOString()
  return {
    state: 'PLAYING',
    takesPart: true,
    week: { number: 2, startAt: instant(at.days - 7), endAt: instant(at.days) },
    nextDrawAt: instant(at.days),
    league: {
      rung: 'SUNRISE',
      ownRung: 'SUNRISE',
      number: 4,
      isApart: false,
      promotes: 5,
      relegates: 5,
      rungAbove: 'MORNING',
      rungBelow: 'FIRST_LIGHT',
      list,
      me: { place: 6, ...me, xp: list[5]?.xp ?? 0 },
      pace: 790,
    },
    last: null,
    draw: null,
  }
}
