import { SPIN_WEIGHT_TOTAL } from '@solstice/rules/missions/spin/spin'
import { listAt, numberAt, setIn } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'

export type Prize = { xp: number; weight: number }

/** Returns the prizes of which both numbers were typed. */
export function prizesOf(draft: Draft): Prize[] {
  return listAt(draft, 'spin.prizes').flatMap((_, at) => {
    const xp = numberAt(draft, `spin.prizes.${at}.xp`)
    const weight = numberAt(draft, `spin.prizes.${at}.weight`)
    return xp === undefined || weight === undefined ? [] : [{ xp, weight }]
  })
}

/** Reads percent with at most two decimals as hundredths; undefined for anything else. */
export function weightOf(percent: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(percent.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

export const percentOf = (weight: number) => String(weight / 100)

export const sumOf = (prizes: readonly Prize[]) =>
  prizes.reduce((sum, { weight }) => sum + weight, 0)

/** Returns the mean and the standard deviation of a spin. */
export function spreadOf(prizes: readonly Prize[]): { mean: number; deviation: number } {
  const sum = sumOf(prizes)
  if (sum === 0) return { mean: 0, deviation: 0 }
  const mean = prizes.reduce((total, { xp, weight }) => total + xp * weight, 0) / sum
  const variance =
    prizes.reduce((total, { xp, weight }) => total + weight * (xp - mean) ** 2, 0) / sum
  return { mean, deviation: Math.sqrt(variance) }
}

/**
 * Gives the most likely prize what the others leave of 100 %; undefined if they leave nothing, or
 * nothing has to change.
 */
export function balanced(draft: Draft): Draft | undefined {
  const list = listAt(draft, 'spin.prizes')
  const weights = list.map((_, at) => numberAt(draft, `spin.prizes.${at}.weight`) ?? 0)
  const largest = weights.indexOf(Math.max(...weights))
  const others = weights.reduce((sum, weight, at) => (at === largest ? sum : sum + weight), 0)
  const rest = SPIN_WEIGHT_TOTAL - others
  if (largest < 0 || rest < 1 || rest === weights[largest]) return undefined
  return setIn(draft, `spin.prizes.${largest}.weight`, rest)
}
