import { ASSETS, type Asset } from '@solstice/rules/asset'
import { amountOf, type Difference } from './record.ts'

/**
 * Returns the assets by which the two sides of a difference can be told apart. If no amount differs,
 * or there is only one side, these are all assets of the entry.
 */
export function differingAssets({ recorded, shown }: Omit<Difference, 'sequence'>): Asset[] {
  const sides = [recorded, shown].filter((side) => side !== undefined)
  const all = ASSETS.filter((asset) => sides.some((side) => amountOf(side, asset) !== 0))
  const differing = all.filter(
    (asset) => recorded && shown && amountOf(recorded, asset) !== amountOf(shown, asset),
  )
  const named = differing.length > 0 ? differing : all
  // An entry that gives XP gives the same season XP.
  return named.includes('XP') ? named.filter((asset) => asset !== 'SEASON_XP') : named
}
