import { Code } from '@solstice/contract/codes'
import { CLAIM_MS, holderOf, isHeldByOther, type Claim } from '@solstice/rules/refund-claim'
import type { Operator } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findProposals, findQueueRow } from './refund-queue.queries.ts'
import { viewOfRefund, type RefundView } from './refund-queue.service.ts'
import { lockRefund, setClaim } from './refund.queries.ts'

type Context = Pick<AppContext, 'now'>

/**
 * Claims a refund, or extends the own claim. The row is locked from the check to the commit, so
 * that two operators who claim at the same time get one claim and one refusal.
 */
export async function claimRefund(
  tx: Db,
  ctx: Context,
  by: Operator,
  refundId: number,
): Promise<RefundView> {
  const refund = await lockRefund(tx, refundId)
  if (!refund) throw refuse(Code.NOT_FOUND)
  if (refund.state !== 'REQUESTED') throw refuse(Code.REFUND_ALREADY_REQUESTED)
  const now = ctx.now()
  await assertFreeFor(tx, refund, by, now)
  const claimedUntil = new Date(now.getTime() + CLAIM_MS)
  await setClaim(tx, refundId, { claimedBy: by.operatorId, claimedUntil })
  return viewOfRefund(tx, ctx, by, refundId)
}

/** Ends the own claim. Somebody else's stays, so that a late click cannot free it. */
export async function releaseRefund(
  tx: Db,
  ctx: Context,
  by: Operator,
  refundId: number,
): Promise<RefundView> {
  const refund = await lockRefund(tx, refundId)
  if (!refund) throw refuse(Code.NOT_FOUND)
  if (holderOf(refund, ctx.now()) === by.operatorId) {
    await setClaim(tx, refundId, { claimedBy: null, claimedUntil: null })
  }
  return viewOfRefund(tx, ctx, by, refundId)
}

/**
 * Refuses while another operator holds the refund. A proposal holds it for its requester, however
 * long the second person takes. The caller has locked the refund, so that neither changes meanwhile.
 */
export async function assertFreeFor(
  db: Db,
  refund: Claim & { id: number },
  { operatorId }: Pick<Operator, 'operatorId'>,
  now: Date,
): Promise<void> {
  if (isHeldByOther(refund, operatorId, now)) {
    const row = await findQueueRow(db, refund.id)
    throw refuse(Code.REFUND_CLAIMED, {
      data: {
        claimedBy: row?.claimedByName ?? null,
        claimedUntil: refund.claimedUntil?.toISOString() ?? null,
      },
    })
  }
  const proposal = (await findProposals(db, [refund.id], now)).get(refund.id)
  if (proposal !== undefined && proposal.requestedBy !== operatorId) {
    throw refuse(Code.REFUND_CLAIMED, {
      data: { claimedBy: proposal.requestedByName, claimedUntil: proposal.expiresAt.toISOString() },
    })
  }
}
