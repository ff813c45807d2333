import type { CallData, CallInput } from '@solstice/contract/wire'
import type { Level } from '#/shell/confirm.tsx'

type Policy = CallData<'approval.policy'>
type Asset = CallInput<'operator.adjustBalance'>['body']['asset']

/** Rewards are paid by rounds and never adjusted here, because their unit depends on the token. */
export type AdjustableAsset = Exclude<Asset, 'REWARD'>

type Adjustable = {
  /** The unit of `amount-text.ts`. */
  unit: string
  decimals: number
  /** The balance belongs to a season. */
  isOfSeason: boolean
  /** The limit of one adjustment without a second person; season XP always needs one. */
  limit: keyof Policy | undefined
}

export const ADJUSTABLE: Readonly<Record<AdjustableAsset, Adjustable>> = {
  XP: { unit: 'XP', decimals: 0, isOfSeason: true, limit: 'adjustXp' },
  TICKET: { unit: 'TICKET', decimals: 0, isOfSeason: true, limit: 'adjustTickets' },
  CREDIT: { unit: 'CREDIT', decimals: 0, isOfSeason: false, limit: 'adjustCredit' },
  REFERRAL: { unit: 'USDS', decimals: 6, isOfSeason: false, limit: 'adjustUsds' },
  SEASON_XP: { unit: 'XP', decimals: 0, isOfSeason: true, limit: undefined },
}

/**
 * Returns C4 if the amount alone needs a second person. The server also counts the sums of the day,
 * and may answer with a proposal to what is C3 here.
 */
export function levelOf(
  asset: AdjustableAsset,
  amount: string | undefined,
  policy: Policy | undefined,
): Level {
  const { limit, decimals } = ADJUSTABLE[asset]
  if (limit === undefined) return 'C4'
  if (amount === undefined || policy === undefined) return 'C3'
  return BigInt(amount) > BigInt(policy[limit]) * 10n ** BigInt(decimals) ? 'C4' : 'C3'
}
