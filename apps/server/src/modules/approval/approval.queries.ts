import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import {
  APPROVAL_RULES,
  type ApprovalPolicy,
  type ApprovalRuleName,
  type ApprovalState,
} from '@solstice/rules/approval-policy'
import type { DaySum } from '@solstice/rules/approver'
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
export async function insertApproval(tx: Db, row: NewApproval): Promise<Approval | undefined> {
  const [inserted] = await tx.insert(approvals).values(row).onConflictDoNothing().returning()
  return inserted
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

/** Returns the rule of a proposal, which never changes, so that its lock can be taken first. */
export async function findRuleOf(tx: Db, id: number): Promise<ApprovalRuleName | undefined> {
  const [row] = await tx
    .select({ rule: approvals.rule })
    .from(approvals)
    .where(eq(approvals.id, id))
  return row?.rule
}

export async function lockApproval(tx: Db, id: number): Promise<Approval | undefined> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update')
  return row
}

/** Locks those of the proposals that are still open, in the order of their ids. */
export function lockWaitingOf(tx: Db, ids: readonly number[]): Promise<Approval[]> {
  return tx
    .select()
    .from(approvals)
    .where(and(inArray(approvals.id, [...ids]), eq(approvals.state, 'WAITING')))
    .orderBy(asc(approvals.id))
    .for('update')
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
    /** Only proposals of these calls or ids, and the operator's own. */
    visible?:
      | { calls: readonly string[]; approvalIds: readonly number[]; operatorId: number }
      | undefined
  },
  page: { size: number; offset: number },
): Promise<{ rows: Approval[]; totalCount: number }> {
  const { visible } = filter
  const where = and(
    visible &&
      or(
        inArray(approvals.call, [...visible.calls]),
        inArray(approvals.id, [...visible.approvalIds]),
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
 * Serialises the calls of one rule and the approvals of its proposals, because two concurrent
 * changes would be compared with the same state or sum. Everyone takes it before any row: a call
 * locks its subject and then the proposal, an approval the proposal and then the subject.
 */
export async function lockRule(tx: Db, rule: ApprovalRuleName): Promise<void> {
  // Raw SQL: the builder has no advisory locks.
  await tx.execute(
    sql`select pg_advisory_xact_lock(${JUDGING}::int, ${APPROVAL_RULES.indexOf(rule)}::int)`,
  )
}

type DaySumKey = { day: ProgrammeDay; kind: string }

/** Returns the sums of all operators on a day. The lock of the rule keeps them unchanged. */
export async function findDaySums(tx: Db, { day, kind }: DaySumKey): Promise<DaySum[]> {
  const rows = await tx
    .select({
      operatorId: operatorDaySums.operatorId,
      operatorKind: operators.kind,
      amount: operatorDaySums.amount,
    })
    .from(operatorDaySums)
    .innerJoin(operators, eq(operators.id, operatorDaySums.operatorId))
    .where(and(eq(operatorDaySums.day, day), eq(operatorDaySums.kind, kind)))
  return rows.map(({ operatorKind, ...row }) => ({ ...row, isPerson: operatorKind === 'PERSON' }))
}

export async function addToDaySum(
  tx: Db,
  { operatorId, day, kind, amount }: DaySumKey & { operatorId: number; amount: bigint },
): Promise<void> {
  await tx
    .insert(operatorDaySums)
    .values({ operatorId, day, kind, amount })
    .onConflictDoUpdate({
      target: [operatorDaySums.operatorId, operatorDaySums.day, operatorDaySums.kind],
      set: { amount: sql`${operatorDaySums.amount} + excluded.amount` },
    })
}
