import type { CallData, CallInput } from '@solstice/contract/wire'
import type { ApprovalPolicy } from '@solstice/rules/approval-policy'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { currentPolicy } from './approval-gate.service.ts'
import { changesBetween, type SubjectReader } from './approval-subject.service.ts'
import { insertPolicy } from './approval.queries.ts'

type PolicyChange = CallInput<'approval.setPolicy'>['body']

function changed(before: ApprovalPolicy, { reason: _reason, ...change }: PolicyChange) {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}

export async function setPolicy(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  operator: Operator,
  change: PolicyChange,
): Promise<CallData<'approval.setPolicy'>> {
  const before = await currentPolicy(tx)
  const policy = changed(before, change)
  await insertPolicy(tx, { policy, setBy: operator.operatorId, setAt: ctx.now() })
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(operator),
    action: 'approval.policy',
    subject: 'approval-policy',
    data: { before, after: policy, reason: change.reason },
  })
  return policy
}

export const readPolicyChange: SubjectReader<'approval.setPolicy'> = async (tx, _ctx, { body }) => {
  const before = await currentPolicy(tx)
  const after = changed(before, body)
  return {
    subject: 'approval-policy',
    values: {},
    changes: changesBetween(before, after),
    facts: () => ({ before, after }),
  }
}
