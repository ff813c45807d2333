import type { OperatorRole } from '@solstice/contract/endpoint'
import {
  approversOf,
  responsibleFor,
  type ApprovalOperator,
  type Approvers,
} from '@solstice/rules/approver'
import type { Db } from '#/platform/process/db.ts'
import { findAllOperators, type Approval, type OperatorRow } from './approval.queries.ts'

/** Returns an operator as the rules see them. */
function approvalOperator(row: OperatorRow): ApprovalOperator {
  const { roleChangedAt, createdAt } = row
  return {
    operatorId: row.id,
    role: row.role,
    kind: row.kind,
    isEnrolled: row.enrolledAt !== null,
    appointedBy: row.appointedBy,
    appointedAt: roleChangedAt && roleChangedAt > createdAt ? roleChangedAt : createdAt,
    disabledAt: row.disabledAt,
    formerRoles: row.formerRoles,
  }
}

type NamedOperator = {
  operatorId: number
  name: string
  role: OperatorRole
  kind: 'PERSON' | 'MACHINE'
}

/** Returns who can decide each proposal now, from one reading of the operators. */
export async function readApprovers(db: Db, now: Date) {
  const rows = await findAllOperators(db)
  const all = rows.map(approvalOperator)
  const named = new Map<number, NamedOperator>(
    rows.map(({ id, name, role, kind }) => [id, { operatorId: id, name, role, kind }]),
  )
  return {
    row: (operatorId: number): OperatorRow | undefined => rows.find(({ id }) => id === operatorId),
    named: (operatorId: number): NamedOperator => {
      const found = named.get(operatorId)
      if (!found) throw new Error(`Operator ${operatorId} does not exist`)
      return found
    },
    /** Returns the person who answers for an operator now, if there is one. */
    responsibleFor: (operatorId: number): number | undefined => responsibleFor(all, operatorId),
    of: ({ responsibleBy, approverRoles, requestedAt, confirmableAt }: Judged): Approvers =>
      approversOf(
        all,
        {
          responsible: responsibleBy,
          roles: approverRoles,
          requestedAt,
          soloWaitMs: confirmableAt.getTime() - requestedAt.getTime(),
        },
        now,
      ),
  }
}

type Judged = Pick<Approval, 'responsibleBy' | 'approverRoles' | 'requestedAt' | 'confirmableAt'>
export type People = Awaited<ReturnType<typeof readApprovers>>
