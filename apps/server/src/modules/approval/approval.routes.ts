import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { currentPolicy } from './approval-gate.service.ts'
import { setPolicy } from './approval-policy.service.ts'
import { listApprovals, showApproval } from './approval-view.service.ts'
import {
  approve,
  decline,
  prepareApproved,
  withdraw,
  type ApprovalParts,
} from './approval.service.ts'

export function approvalRoutes(ctx: AppContext, mount: Mount, parts: ApprovalParts): void {
  mount('approval.list', ({ operator, query }) => listApprovals(ctx, operator, query))
  mount('approval.show', ({ operator, params }) => showApproval(ctx, operator, params.approvalId))
  mount(
    'approval.approve',
    ({ tx, operator, params, body, origin }, prepared: unknown) =>
      approve(tx, ctx, parts, operator, { ...params, ...body, origin }, prepared),
    ({ operator, params, origin }) => prepareApproved(ctx, parts, operator, { ...params, origin }),
  )
  mount('approval.decline', ({ tx, operator, params, body }) =>
    decline(tx, ctx, operator, { ...params, ...body }),
  )
  mount('approval.withdraw', ({ tx, operator, params, body }) =>
    withdraw(tx, ctx, operator, { ...params, ...body }),
  )
  mount('approval.policy', () => currentPolicy(ctx.db))
  mount('approval.setPolicy', ({ tx, operator, body }) => setPolicy(tx, ctx, operator, body))
}
