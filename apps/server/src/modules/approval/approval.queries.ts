import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import {
  APPROVAL_RULES,
  type ApprovalPolicy,
  type ApprovalRuleName,
  type ApprovalState,
} from '@solstice/rules/approval-policy'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { operators } from '#/modules/operator/operator.table.ts'
import type { Db } from '#/platform/process/db.ts'
import type { ApprovalMail } from './approval.queue.ts'
import {
  approvalMails,
  approvalPolicies,
  approvals,
  operatorDaySums,
  operatorFormerRoles,
} from './approval.table.ts'

export type Approval = typeof approvals.$inferSelect
type NewApproval = typeof approvals.$inferInsert

/** Returns undefined if the same call with the same input waits already. */
export async function insertApproval(tx: Db, row: NewApproval): Promise<number | undefined> {
  const [inserted] = await tx
    .insert(approvals)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: approvals.id })
  return inserted?.id
}

export async function lockWaiting(
  tx: Db,
  { call, bodyHash }: { call: string; bodyHash: string },
): Promise<Approval | undefined> {
  const [row] = await tx
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.call, call),
        eq(approvals.bodyHash, bodyHash),
        eq(approvals.state, 'WAITING'),
      ),
    )
    .for('update')
  return row
}

export async function findApproval(db: Db, id: number): Promise<Approval | undefined> {
  const [row] = await db.select().from(approvals).where(eq(approvals.id, id))
  return row
}

export async function lockApproval(tx: Db, id: number): Promise<Approval | undefined> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update')
  return row
}

type Decision = {
  state: Exclude<ApprovalState, 'WAITING'>
  decidedBy: number | null
  decidedAt: Date
  decisionReason?: string | null
  isSolo?: boolean
}

export async function decideApproval(tx: Db, id: number, decision: Decision): Promise<void> {
  await tx.update(approvals).set(decision).where(eq(approvals.id, id))
}

/** Returns all open proposals, newest first; there are only as many as operators have made. */
export function findAllWaiting(db: Db): Promise<Approval[]> {
  return db
    .select()
    .from(approvals)
    .where(eq(approvals.state, 'WAITING'))
    .orderBy(desc(approvals.id))
}

export async function findApprovalPage(
  db: Db,
  filter: {
    state?: ApprovalState | undefined
    requestedBy?: number | undefined
    /** Only proposals of these calls, and the operator's own. */
    visible?: { calls: readonly string[]; operatorId: number } | undefined
  },
  page: { size: number; offset: number },
): Promise<{ rows: Approval[]; totalCount: number }> {
  const { visible } = filter
  const where = and(
    visible &&
      or(
        inArray(approvals.call, [...visible.calls]),
        eq(approvals.requestedBy, visible.operatorId),
      ),
    filter.state === undefined ? undefined : eq(approvals.state, filter.state),
    filter.requestedBy === undefined ? undefined : eq(approvals.requestedBy, filter.requestedBy),
  )
  const rows = await db
    .select()
    .from(approvals)
    .where(where)
    .orderBy(desc(approvals.id))
    .limit(page.size)
    .offset(page.offset)
  return { rows, totalCount: await db.$count(approvals, where) }
}

export type OperatorRow = typeof operators.$inferSelect & {
  formerRoles: { role: string; endedAt: Date }[]
}

/** Returns all operators with the roles they had before; there are only a few. */
export async function findAllOperators(db: Db): Promise<OperatorRow[]> {
  const rows = await db.select().from(operators).orderBy(asc(operators.id))
  const former = Map.groupBy(
    await db.select().from(operatorFormerRoles),
    ({ operatorId }) => operatorId,
  )
  return rows.map((row) => ({ ...row, formerRoles: former.get(row.id) ?? [] }))
}

export async function findPolicy(db: Db): Promise<ApprovalPolicy | undefined> {
  const [row] = await db
    .select({ policy: approvalPolicies.policy })
    .from(approvalPolicies)
    .orderBy(desc(approvalPolicies.id))
    .limit(1)
  return row?.policy
}

export async function insertPolicy(
  tx: Db,
  row: { policy: ApprovalPolicy; setBy: number; setAt: Date },
): Promise<void> {
  await tx.insert(approvalPolicies).values(row)
}

/** Returns whether the mail is new. */
export async function insertMail(tx: Db, mail: ApprovalMail): Promise<boolean> {
  const rows = await tx
    .insert(approvalMails)
    .values(mail)
    .onConflictDoNothing()
    .returning({ event: approvalMails.event })
  return rows.length > 0
}

const isMail = ({ approvalId, operatorId, event }: ApprovalMail) =>
  and(
    eq(approvalMails.approvalId, approvalId),
    eq(approvalMails.operatorId, operatorId),
    eq(approvalMails.event, event),
  )

export async function isMailed(db: Db, mail: ApprovalMail): Promise<boolean> {
  const [row] = await db
    .select({ mailedAt: approvalMails.mailedAt })
    .from(approvalMails)
    .where(isMail(mail))
  return row?.mailedAt !== null
}

export async function markMailed(db: Db, mail: ApprovalMail, mailedAt: Date): Promise<void> {
  await db.update(approvalMails).set({ mailedAt }).where(isMail(mail))
}

/** An arbitrary number, unique among the advisory locks with two numbers. */
const JUDGING = 7_100_430

/**
 * Serialises the calls of one rule, because two concurrent changes would be compared with the same
 * state.
 */
export async function lockRule(tx: Db, rule: ApprovalRuleName): Promise<void> {
  // Raw SQL: the builder has no advisory locks.
  await tx.execute(
    sql`select pg_advisory_xact_lock(${JUDGING}::int, ${APPROVAL_RULES.indexOf(rule)}::int)`,
  )
}

type DaySum = { operatorId: number; day: ProgrammeDay; kind: string }

/** Returns the sum of the day and locks it until the transaction ends. */
export async function lockDaySum(tx: Db, key: DaySum): Promise<bigint> {
  const [row] = await tx
    .insert(operatorDaySums)
    .values({ ...key, amount: 0n })
    .onConflictDoUpdate({
      target: [operatorDaySums.operatorId, operatorDaySums.day, operatorDaySums.kind],
      set: { amount: sql`${operatorDaySums.amount}` },
    })
    .returning({ amount: operatorDaySums.amount })
  if (!row) throw new Error('The sum of the day has no row')
  return row.amount
}

export async function addToDaySum(tx: Db, key: DaySum, amount: bigint): Promise<void> {
  await tx
    .update(operatorDaySums)
    .set({ amount: sql`${operatorDaySums.amount} + ${amount.toString()}::numeric` })
    .where(
      and(
        eq(operatorDaySums.operatorId, key.operatorId),
        eq(operatorDaySums.day, key.day),
        eq(operatorDaySums.kind, key.kind),
      ),
    )
}
