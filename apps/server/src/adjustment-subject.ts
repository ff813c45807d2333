import { Code } from '@solstice/contract/codes'
import { amountText } from '@solstice/rules/amount'
import { microsOf, STABLE_DECIMALS } from '@solstice/rules/approval'
import type { Asset } from '@solstice/rules/asset'
import { REFERRAL_DECIMALS } from '@solstice/rules/invite'
import type { SubjectReader } from './modules/approval/approval-subject.service.ts'
import { currentTerms } from './modules/invite/terms.service.ts'
import { rewardTokenOf } from './modules/season/season-approval.service.ts'
import { lockMemberOfAnyStatus } from './modules/users/users.service.ts'
import type { Db } from './platform/process/db.ts'

/** Reads an adjustment. It is not part of a slice, because its token belongs to invites or seasons. */
export const readAdjustment: SubjectReader<'operator.adjustBalance'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  const { asset, scope = '' } = body
  await lockMemberOfAnyStatus(tx, params.userId, Code.NOT_FOUND)
  const units = BigInt(body.amount.replace(/^\+/, ''))
  const absolute = units < 0n ? -units : units
  const token = await tokenOf(tx, asset, scope)
  // Whole units of the programme's own assets, millionths of a token.
  const amount = token ? microsOf(absolute, token.decimals) : absolute
  const isToken = asset === 'REFERRAL' || asset === 'REWARD'
  return {
    subject: `member:${params.userId}`,
    values: {
      userId: params.userId,
      asset,
      scope,
      amount: amountText(units, token?.decimals ?? 0),
      symbol: token?.symbol ?? null,
    },
    // Rewards and referral balances count together.
    counted: {
      kind: `adjust:${isToken ? 'TOKEN' : asset}`,
      amount,
      unit: token?.symbol ?? asset,
      decimals: token ? STABLE_DECIMALS : 0,
    },
    facts: (today) => ({ asset, amount, symbol: token?.symbol ?? null, today }),
  }
}

async function tokenOf(
  tx: Db,
  asset: Asset,
  scope: string,
): Promise<{ symbol: string; decimals: number } | undefined> {
  if (asset === 'REWARD') return rewardTokenOf(tx, scope)
  if (asset !== 'REFERRAL') return undefined
  return { symbol: (await currentTerms(tx)).symbol, decimals: REFERRAL_DECIMALS }
}
