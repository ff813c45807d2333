import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { endUnapproved } from './approval-gate.service.ts'
import { approvalMail } from './approval-mail.service.ts'
import {
  findAllOperators,
  findApproval,
  isMailed,
  lockApproval,
  markMailed,
} from './approval.queries.ts'
import {
  APPROVAL_MAIL,
  EXPIRE_APPROVAL,
  type ApprovalMail,
  type ExpireApproval,
} from './approval.queue.ts'

/** Ends a proposal that nobody decided in time. */
export const expireApproval: JobKind<ExpireApproval> = {
  kind: EXPIRE_APPROVAL,
  lane: 'housekeeping',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload: { approvalId } }) =>
    ctx.db.transaction(async (tx) => {
      const approval = await lockApproval(tx, approvalId)
      if (approval?.state !== 'WAITING' || ctx.now() < approval.expiresAt) return
      await endUnapproved(tx, ctx, approval, 'EXPIRED')
    }),
}

/** Looks up the address when the mail is sent, so that no job stores it. */
export const mailApproval: JobKind<ApprovalMail> = {
  kind: APPROVAL_MAIL,
  lane: 'mail',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    if (await isMailed(ctx.db, payload)) return
    const approval = await findApproval(ctx.db, payload.approvalId)
    // It may have been decided before the last former colleague stopped counting.
    const isOver = payload.event === 'SOLO_BEGUN' && approval?.state !== 'WAITING'
    const operators = await findAllOperators(ctx.db)
    const to = operators.find(({ id }) => id === payload.operatorId)?.email
    if (approval && to && !isOver) await ctx.mailer.send(approvalMail(to, payload, approval.call))
    await markMailed(ctx.db, payload, ctx.now())
  },
}
