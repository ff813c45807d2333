/** A prize as it is typed: whole XP, and a chance in percent with at most two decimals. */
export type TypedPrize = { key: string; xp: string; percent: string }
type Prize = { xp: number; weight: number }

/** A weight is a hundredth of a percent. */
const WHOLE = 10_000

export function typedPrizes(prizes: readonly Prize[]): TypedPrize[] {
  return prizes.map(({ xp, weight }) => ({
    // Every prize of a season has another number of XP.
    key: String(xp),
    xp: String(xp),
    percent: String(weight / 100),
  }))
}

function weightOf(percent: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Returns the prizes once every number is valid and the chances sum to 100 %. */
export function prizesOf(typed: readonly Omit<TypedPrize, 'key'>[]): Prize[] | undefined {
  const prizes: Prize[] = []
  for (const { xp, percent } of typed) {
    const weight = weightOf(percent)
    if (!/^[1-9]\d{0,8}$/.test(xp.trim()) || !weight) return undefined
    prizes.push({ xp: Number(xp), weight })
  }
  return prizes.reduce((sum, { weight }) => sum + weight, 0) === WHOLE ? prizes : undefined
}

/** Returns the sum of the chances that can be read, with two decimals. */
export function sumText(typed: readonly Pick<TypedPrize, 'percent'>[]): string {
  const sum = typed.reduce((total, { percent }) => total + (weightOf(percent) ?? 0), 0)
  return (sum / 100).toFixed(2)
}
