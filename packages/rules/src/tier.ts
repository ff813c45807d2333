export type Tier = {
  minXp: number
  bonusPercent: number
  ticketsPerDay: number
}

/** Returns the tier that the XP reaches. The lowest tier starts at 0, so every member has one. */
export function tierOf<T extends Tier>(tiers: readonly T[], seasonXp: number): T {
  const tier = tiers.findLast(({ minXp }) => minXp <= seasonXp)
  if (!tier) throw new RangeError('A season must have a tier that starts at 0')
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

/** The bonuses of a member at the time of a decision, as a trace keeps them. */
export type BonusInputs = {
  seasonXp: number
  level: number
  levelPercent: number
  tierId: number
  tierPercent: number
}

/** Both percentages apply to the same XP, are rounded down separately and added. */
export function withBonuses(
  xp: number,
  bonus: { levelPercent: number; tierPercent: number },
): MissionXp {
  const levelBonusXp = Math.floor((xp * bonus.levelPercent) / 100)
  const tierBonusXp = Math.floor((xp * bonus.tierPercent) / 100)
  return { levelBonusXp, tierBonusXp, totalXp: xp + levelBonusXp + tierBonusXp }
}
