import type { ApprovalPolicy } from '@solstice/rules/approval-policy'
import { movedAlone } from '@solstice/rules/approver'
import { programmeDayOf } from '@solstice/rules/programme-day'
import type { Operator } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { currentPolicy } from './approval-gate.service.ts'
import { findDaySums } from './approval.queries.ts'
import { readApprovers } from './approvers.service.ts'

/**
 * Returns what an operator has moved without a second person on this programme day, in millionths,
 * as the gate counts it, and the limits that are in force.
 */
export async function movedToday(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  { operatorId }: Pick<Operator, 'operatorId'>,
  kind: string,
): Promise<{ moved: bigint; policy: ApprovalPolicy }> {
  const now = ctx.now()
  const people = await readApprovers(db, now)
  const sums = await findDaySums(db, { day: programmeDayOf(now), kind })
  const moved = movedAlone(sums, people.responsibleFor(operatorId))
  return { moved, policy: await currentPolicy(db) }
}
