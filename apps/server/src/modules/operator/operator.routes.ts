import type { Mount } from '#/http/mount.ts'
import { checkAudit } from '#/platform/books/audit-check.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listAudit, listJobs, retryJob, verifyLedger } from './operator-engine.service.ts'
import {
  adjustBalance,
  searchMembers,
  setMemberStatus,
  showMember,
} from './operator-members.service.ts'
import {
  addOperator,
  disableOperator,
  listOperators,
  operatorView,
  rotateToken,
} from './operator.service.ts'

export function operatorRoutes(ctx: AppContext, mount: Mount): void {
  mount('operator.me', async ({ operator }) => operatorView(operator))
  mount('operator.listOperators', ({ query }) => listOperators(ctx, query))
  mount('operator.addOperator', ({ operator, body }) => addOperator(ctx, operator, body))
  mount('operator.rotateToken', ({ operator, params }) =>
    rotateToken(ctx, operator, params.operatorId),
  )
  mount('operator.disableOperator', ({ operator, params }) =>
    disableOperator(ctx, operator, params.operatorId),
  )

  mount('operator.findMembers', ({ query }) => searchMembers(ctx, query))
  mount('operator.showMember', ({ params }) => showMember(ctx, params.userId))
  mount('operator.suspendMember', ({ operator, params, body }) =>
    setMemberStatus(ctx, operator, { ...params, ...body, status: 'SUSPENDED' }),
  )
  mount('operator.disableMember', ({ operator, params, body }) =>
    setMemberStatus(ctx, operator, { ...params, ...body, status: 'DISABLED' }),
  )
  mount('operator.restoreMember', ({ operator, params, body }) =>
    setMemberStatus(ctx, operator, { ...params, ...body, status: 'ACTIVE' }),
  )
  mount('operator.adjustBalance', ({ operator, params, body, tx }) =>
    adjustBalance(tx, ctx, operator, { ...params, ...body }),
  )

  mount('operator.listAudit', ({ query }) => listAudit(ctx, query))
  mount('operator.verifyAudit', () => checkAudit(ctx.db))
  mount('operator.verifyLedger', () => verifyLedger(ctx))
  mount('operator.listJobs', ({ query }) => listJobs(ctx, query))
  mount('operator.retryJob', ({ operator, params }) => retryJob(ctx, operator, params.jobId))
}
