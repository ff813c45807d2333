import { decidePayout, type PayoutCaps, type PayoutDecision } from '@solstice/rules/payout'
import type { PayoutHold } from '@solstice/rules/payout-hold'
import { startOfNextDay } from '@solstice/rules/programme-day'
import { payoutHoldOf } from '#/modules/security/security.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { isFrozen } from './lane.service.ts'
import { capsFor, paidToday } from './payout.service.ts'
import { findOpenByKey, findPayout, type Payout } from './payout.queries.ts'
import { findSwitch } from './treasury.queries.ts'

export type PayoutStanding = {
  payout: Payout
  /** Read only for a payout that waits, because the sums cover all payouts of the day. */
  caps: PayoutCaps | undefined
  paid: { toMember: bigint; toAll: bigint; refunds: bigint } | undefined
  /** Whether operators or a mismatch stopped signing on its chain or on all chains. */
  isStopped: boolean
  hold: PayoutHold | undefined
  /** The decision of the rule now, for a payout that waits; the treasury's balance is not read. */
  decision: PayoutDecision | undefined
}

type Context = Pick<AppContext, 'db' | 'now'>

/** Returns a payout of a member, or the one of a request that has not failed, with everything that decides whether it is held. */
export async function payoutStanding(
  ctx: Context,
  memberId: number,
  named: { payoutId: number } | { key: string },
): Promise<PayoutStanding | undefined> {
  const payout =
    'key' in named
      ? (await findOpenByKey(ctx.db, [named])).get(named.key)
      : await findPayout(ctx.db, named.payoutId)
  if (payout?.memberId !== memberId || payout.purpose === 'CANCEL') return undefined
  return standingOf(ctx, payout)
}

/** Returns everything that decides whether a payout is held, also of a payout without a member. */
export async function standingOf(ctx: Context, payout: Payout): Promise<PayoutStanding> {
  const { memberId } = payout
  const [isStopped, hold] = await Promise.all([
    isTreasuryStopped(ctx, payout),
    memberId === null ? undefined : payoutHoldOf(ctx, memberId),
  ])
  if (payout.state !== 'QUEUED') {
    return { payout, caps: undefined, paid: undefined, isStopped, hold, decision: undefined }
  }
  const [caps, paid] = await Promise.all([capsFor(ctx.db, payout), paidToday(ctx.db, ctx, payout)])
  const decision = decidePayout({
    purpose: payout.purpose,
    amount: payout.amount,
    caps,
    paidToMember: paid.toMember,
    paidToAll: paid.toAll,
    paidRefunds: paid.refunds,
    available: payout.amount,
    hold,
    dayEnds: startOfNextDay(ctx.now()),
  })
  return { payout, caps, paid, isStopped, hold, decision }
}

async function isTreasuryStopped({ db }: Context, { chainId }: Payout): Promise<boolean> {
  if (chainId !== null) return isFrozen(db, chainId)
  return (await findSwitch(db)).stoppedAt !== null
}
