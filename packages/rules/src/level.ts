export type LevelBonus = { fromLevel: number; percent: number }

/** Level n requires `xpPerLevel` times n - 1; the highest level has no next one. */
export type LevelCurve = {
  xpPerLevel: number
  topLevel: number
  bonuses: readonly LevelBonus[]
}

export const DEFAULT_LEVELS: LevelCurve = {
  xpPerLevel: 100,
  topLevel: 300,
  bonuses: [
    { fromLevel: 100, percent: 5 },
    { fromLevel: 200, percent: 10 },
  ],
}

export type Level = {
  level: number
  minXp: number
  nextMinXp: number | undefined
  bonusPercent: number
}

function levelAt(curve: LevelCurve, level: number): Level {
  const reached = curve.bonuses.filter(({ fromLevel }) => fromLevel <= level)
  return {
    level,
    minXp: (level - 1) * curve.xpPerLevel,
    nextMinXp: level < curve.topLevel ? level * curve.xpPerLevel : undefined,
    bonusPercent: Math.max(0, ...reached.map(({ percent }) => percent)),
  }
}

export function levelOf(curve: LevelCurve, seasonXp: number): Level {
  const level = Math.min(curve.topLevel, 1 + Math.floor(seasonXp / curve.xpPerLevel))
  return levelAt(curve, level)
}

export function allLevels(curve: LevelCurve): Level[] {
  return Array.from({ length: curve.topLevel }, (_, at) => levelAt(curve, at + 1))
}
