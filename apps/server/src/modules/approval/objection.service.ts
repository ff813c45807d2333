import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { FORMER_MS } from '@solstice/rules/approver'
import {
  findRemoval,
  recordObjection,
  tellColleagues,
} from '#/modules/operator/colleague-notice.service.ts'
import { actorOf } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { decideApproval, findAllWaiting, lockWaitingOf, type Approval } from './approval.queries.ts'
import { readApprovers } from './approvers.service.ts'

/** Shows a person who lost rights what changed and which proposals an objection would decline. */
export async function showObjection(
  ctx: AppContext,
  code: string,
): Promise<CallData<'operatorAuth.showObjection'>> {
  const { notice, operator, causeName } = await noticeOf(ctx.db, ctx, code)
  const people = await readApprovers(ctx.db, ctx.now())
  const proposals = await soloProposals(ctx.db, ctx, operator.id)
  return {
    name: operator.name,
    change: notice.event === 'DISABLED' ? 'DISABLED' : 'ROLE_CHANGED',
    role: notice.role,
    changedBy: causeName,
    changedAt: notice.createdAt.toISOString(),
    until: new Date(notice.createdAt.getTime() + FORMER_MS).toISOString(),
    objectedAt: notice.objectedAt?.toISOString() ?? null,
    proposals: proposals.map(({ id, call, requestedBy, requestedAt }) => ({
      approvalId: id,
      call,
      requestedBy: people.named(requestedBy).name,
      requestedAt: requestedAt.toISOString(),
    })),
  }
}

/**
 * Declines the proposals that no second person can approve, because the caller was that person. The
 * link works until the person no longer counts: further proposals may follow the first objection.
 * Only the first one is mailed.
 */
export function object(
  ctx: AppContext,
  { code, reason }: { code: string; reason: string },
): Promise<CallData<'operatorAuth.object'>> {
  return ctx.db.transaction(async (tx) => {
    const { notice, operator } = await noticeOf(tx, ctx, code)
    const at = ctx.now()
    const isFirst = await recordObjection(tx, notice.id, at)
    const proposals = await lockWaitingOf(tx, idsOf(await soloProposals(tx, ctx, operator.id)))
    const declined = idsOf(proposals)
    if (isFirst) await tellColleagues(tx, ctx, 'OBJECTION', { subjectId: operator.id })
    // All locks are held: whoever waits for the audit must not hold a row that is needed here.
    for (const proposal of proposals) {
      await declineProposal(tx, { proposal, operator, reason, at })
    }
    await appendAudit(tx, {
      at,
      actor: actorOf(operator),
      action: 'operator.object',
      subject: actorOf(operator),
      data: { reason, declined },
    })
    return { declined }
  })
}

const idsOf = (proposals: readonly Approval[]) => proposals.map(({ id }) => id)

/** A link works as long as its person counts as a second person. */
async function noticeOf(db: Db, ctx: AppContext, code: string) {
  const since = new Date(ctx.now().getTime() - FORMER_MS)
  const found = await findRemoval(db, code, since)
  if (!found) throw refuse(Code.NOT_FOUND)
  return found
}

/** Returns the open proposals for which only persons who lost the right count, this one included. */
async function soloProposals(db: Db, ctx: AppContext, operatorId: number): Promise<Approval[]> {
  const now = ctx.now()
  const people = await readApprovers(db, now)
  const waiting = await findAllWaiting(db)
  return waiting.filter((approval) => {
    const { active, confirmers, former } = people.of(approval)
    const counts = former.some(({ operator }) => operator.operatorId === operatorId)
    return counts && active.length + confirmers.length === 0 && now < approval.expiresAt
  })
}

async function declineProposal(
  tx: Db,
  declined: {
    proposal: Approval
    operator: { id: number; name: string }
    reason: string
    at: Date
  },
): Promise<void> {
  const { proposal, operator, reason, at } = declined
  await decideApproval(tx, proposal.id, {
    state: 'DECLINED',
    decidedBy: operator.id,
    decidedAt: at,
    decisionReason: reason,
  })
  const { call, bodyHash } = proposal
  await appendAudit(tx, {
    at,
    actor: actorOf(operator),
    action: 'approval.decline',
    subject: `approval:${proposal.id}`,
    data: { call, bodyHash, reason },
  })
}
