import type { Translate } from '#/lib/i18n.ts'
import type { Group } from './api.ts'

type Unit = Pick<Group, 'asset' | 'scope' | 'symbol'>

/** Names an asset and what it belongs to: `XP, season 4`. */
export function unitName({ asset, scope, symbol }: Unit, t: Translate<'books'>): string {
  const name =
    asset === 'REWARD' || asset === 'REFERRAL'
      ? t(`assets.${asset}`, { symbol })
      : t(`assets.${asset}`)
  const season = /^season:(\d+)$/.exec(scope)?.[1]
  if (season !== undefined) return t('ofSeason', { name, season })
  const claimable = /^claimable:season:(\d+)$/.exec(scope)?.[1]
  if (claimable !== undefined) return t('claimable', { name, season: claimable })
  return scope === '' ? name : `${name}, ${scope}`
}

/** Kinds of postings that the programme has; a newer one is shown by its own name. */
const KINDS = [
  'CHECK_IN',
  'MISSION',
  'TICKET_CLAIM',
  'SPIN',
  'PRODUCT',
  'PURCHASE',
  'CREDIT',
  'REFUND',
  'REVERSAL',
  'REFERRAL_CLAIM',
  'WITHDRAWAL',
  'WITHDRAWAL_FAILED',
  'ROUND_REWARD',
  'ROUND_REWARD_PAID',
  'ROUND_REWARD_CLAIMABLE',
  'ROUND_REWARD_EXPIRED',
  'INVITE',
  'ADJUSTMENT',
  'OPERATOR_ADJUSTMENT',
  'ARCHIVED',
] as const

export function kindName(kind: string, t: Translate<'books'>): string {
  const known = KINDS.find((each) => each === kind)
  return known ? t(`kinds.${known}`) : kind
}
