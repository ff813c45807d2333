import type { Programme } from './programme.ts'

/** Invented names: the preview knows no member. */
const NAMES = [
  'AmberFox',
  'NorthStar',
  'PineRiver',
  'SilverKite',
  'MoonHarbor',
  'QuietComet',
  'LarkSong',
  'WinterFern',
  'OpalWave',
  'RustLeaf',
  'ClearBrook',
  'DuskRider',
] as const

/** The XP of the first sample member as a share of the highest tier. */
const TOP_SHARE = 1.2
/** Used where all tiers begin at 0. */
const LEAST_TOP_XP = 1000

export type SampleRow = { userId: number; nickname: string; xp: number }

/** Returns sample members with evenly falling XP, so that the ranking shows a plausible list. */
export function sampleMembers({ tiers }: Programme): SampleRow[] {
  const top = Math.max(LEAST_TOP_XP, Math.round((tiers.at(-1)?.minXp ?? 0) * TOP_SHARE))
  return NAMES.map((nickname, at) => ({
    // The ids after that of the member whom the phone belongs to.
    userId: at + 2,
    nickname,
    xp: Math.round((top * (NAMES.length - at)) / NAMES.length),
  }))
}

export function sampleXp(programme: Programme): number {
  return sampleMembers(programme).reduce((sum, { xp }) => sum + xp, 0)
}

/** Returns the rank among the sample; null before the first XP, as on the server. */
export function rankOf(programme: Programme, seasonXp: number): number | null {
  if (seasonXp === 0) return null
  return 1 + sampleMembers(programme).filter(({ xp }) => xp > seasonXp).length
}
