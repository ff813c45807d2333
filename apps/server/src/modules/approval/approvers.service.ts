import type { OperatorRole } from '@solstice/contract/endpoint'
import { approversOf, type ApprovalOperator, type Approvers } from '@solstice/rules/approver'
import type { Db } from '#/platform/process/db.ts'
import { findAllOperators, type Approval, type OperatorRow } from './approval.queries.ts'

/** Returns an operator as the rules see them. */
export function approvalOperator(row: OperatorRow): ApprovalOperator {
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

export async function requesterOf(db: Db, operatorId: number): Promise<ApprovalOperator> {
  return find(await findAllOperators(db), operatorId)
}

function find(rows: readonly OperatorRow[], operatorId: number): ApprovalOperator {
  const row = rows.find(({ id }) => id === operatorId)
  if (!row) throw new Error(`Operator ${operatorId} does not exist`)
  return approvalOperator(row)
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
    of: (approval: Pick<Approval, 'requestedBy' | 'approverRoles'>): Approvers =>
      approversOf(all, find(rows, approval.requestedBy), approval.approverRoles, now),
  }
}
