export type Tier = {
  minXp: number
  bonusPercent: number
  ticketsPerDay: number
}

/** Which tier the XP reaches. The lowest one begins at 0, so everybody has one. */
export function tierOf<T extends Tier>(tiers: readonly T[], seasonXp: number): T {
  const tier = tiers.findLast(({ minXp }) => minXp <= seasonXp)
  if (!tier) throw new RangeError('A season has a tier that begins at 0')
  return tier
}

export function nextTierOf<T extends Tier>(tiers: readonly T[], seasonXp: number): T | undefined {
  return tiers.find(({ minXp }) => minXp > seasonXp)
}

export type MissionXp = {
  levelBonusXp: number
  tierBonusXp: number
  totalXp: number
}

/** Both percentages are of the same XP, each rounded down by itself, and added. */
export function withBonuses(
  xp: number,
  bonus: { levelPercent: number; tierPercent: number },
): MissionXp {
  const levelBonusXp = Math.floor((xp * bonus.levelPercent) / 100)
  const tierBonusXp = Math.floor((xp * bonus.tierPercent) / 100)
  return { levelBonusXp, tierBonusXp, totalXp: xp + levelBonusXp + tierBonusXp }
}
