import { LEAGUE_RUNGS } from '@solstice/rules/league'
import type { League } from './api.ts'

export type Distance =
  | { kind: 'apart' | 'top' | 'safe' }
  | { kind: 'promoted'; places: number }
  | { kind: 'toPromotion' | 'toSafety'; xp: number; places: number }

/**
 * Returns what a member needs next: to move up, or first of all not to move down. One XP more than
 * the other member is enough, whoever reached it first.
 */
export function distanceOf({ rung, isApart, list, me, promotes, relegates }: League): Distance {
  if (isApart) return { kind: 'apart' }
  const xpTo = (place: number) => Math.max(1, (list[place - 1]?.xp ?? 0) - me.xp + 1)
  const safe = list.length - relegates
  if (relegates > 0 && me.place > safe) return { kind: 'toSafety', xp: xpTo(safe), places: safe }
  if (promotes === 0) {
    return { kind: me.place === 1 && rung === LEAGUE_RUNGS.at(-1) ? 'top' : 'safe' }
  }
  if (me.place <= promotes && me.xp > 0) return { kind: 'promoted', places: promotes }
  const xp = me.place <= promotes ? 1 : xpTo(promotes)
  return { kind: 'toPromotion', xp, places: promotes }
}
