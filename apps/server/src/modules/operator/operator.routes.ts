import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { AnyJobKind } from '#/platform/process/jobs.ts'
import {
  exportAudit,
  listAudit,
  listCheckpoints,
  listHistory,
  verifyAudit,
  verifyAuditFully,
  type AssertSeesApproval,
} from './operator-audit.service.ts'
import { listJobKinds, listJobs, retryJob, retryJobs, showJob } from './operator-jobs.service.ts'
import { verifyLedger } from './operator-ledger.service.ts'
import { listReads } from './operator-reads.service.ts'
import { adjustBalance, setMemberStatus } from './operator-members.service.ts'
import { sendEnrolment } from './operator-enrolment.service.ts'
import { listOperators, operatorView } from './operator-view.service.ts'
import {
  addOperator,
  changeOperator,
  disableOperator,
  rotateToken,
  type Operator,
} from './operator.service.ts'

export function operatorRoutes(
  ctx: AppContext,
  mount: Mount,
  {
    jobKinds,
    countWaiting,
    assertSeesApproval,
  }: {
    jobKinds: readonly Pick<AnyJobKind, 'kind' | 'lane'>[]
    /** Returns the number of proposals that an operator can approve now. */
    countWaiting: (operator: Operator) => Promise<number>
    assertSeesApproval: AssertSeesApproval
  },
): void {
  mount('operator.me', async ({ operator }) => ({
    ...(await operatorView(ctx, operator)),
    approvalsWaiting: await countWaiting(operator),
  }))
  mount('operator.listOperators', ({ query }) => listOperators(ctx, query))
  mount('operator.addOperator', ({ operator, body, language, tx }) =>
    addOperator(tx, ctx, operator, { ...body, language }),
  )
  mount('operator.change', ({ operator, params, body, tx }) =>
    changeOperator(tx, ctx, operator, params.operatorId, body),
  )
  mount('operator.sendEnrolment', ({ operator, params, tx }) =>
    sendEnrolment(tx, ctx, operator, params.operatorId),
  )
  mount('operator.rotateToken', ({ operator, params, tx }) =>
    rotateToken(tx, ctx, operator, params.operatorId),
  )
  mount('operator.disableOperator', ({ operator, params, tx }) =>
    disableOperator(tx, ctx, operator, params.operatorId),
  )

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
  mount('audit.history', ({ operator, query }) =>
    listHistory(ctx, operator, query, assertSeesApproval),
  )
  mount('audit.export', ({ query }) => exportAudit(ctx, query))
  mount('audit.checkpoints', ({ query }) => listCheckpoints(ctx, query))
  mount('operator.verifyAudit', () => verifyAudit(ctx))
  mount('operator.verifyAuditFully', () => verifyAuditFully(ctx))
  mount('operator.listReads', ({ query }) => listReads(ctx, query))
  mount('operator.verifyLedger', () => verifyLedger(ctx))

  mount('operator.listJobs', ({ query }) => listJobs(ctx, query))
  mount('operator.listJobKinds', () => listJobKinds(ctx, jobKinds))
  mount('operator.showJob', ({ params }) => showJob(ctx, params.jobId))
  mount('operator.retryJob', ({ operator, params, tx }) =>
    retryJob(tx, ctx, operator, params.jobId),
  )
  mount('operator.retryJobs', ({ operator, body, tx }) => retryJobs(tx, ctx, operator, body))
}
