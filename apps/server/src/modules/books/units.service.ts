import { amountText } from '@solstice/rules/amount'
import type { Asset } from '@solstice/rules/asset'
import { REFERRAL_DECIMALS } from '@solstice/rules/invite'
import { currentTerms } from '#/modules/invite/terms.service.ts'
import type { Db } from '#/platform/process/db.ts'
import { findRewardTokens } from './books.queries.ts'

export type Unit = {
  symbol: string
  /** Writes an amount of the smallest unit in whole units. */
  text: (amount: bigint) => string
}

export type UnitOf = (asset: Asset, scope: string) => Unit

/** Returns the unit of each asset. A reward has the token of its season. */
export async function readUnits(db: Db): Promise<UnitOf> {
  const rewards = new Map((await findRewardTokens(db)).map((token) => [String(token.id), token]))
  const { symbol } = await currentTerms(db)
  const unit = (name: string, decimals: number): Unit => ({
    symbol: name,
    text: (amount) => amountText(amount, decimals),
  })
  return (asset, scope) => {
    if (asset === 'REFERRAL') return unit(symbol, REFERRAL_DECIMALS)
    if (asset !== 'REWARD') return unit(asset === 'SEASON_XP' ? 'XP' : asset, 0)
    const token = rewards.get(/season:(\d+)$/.exec(scope)?.[1] ?? '')
    return token ? unit(token.symbol, token.decimals) : unit(asset, 0)
  }
}
