import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { mayCall } from '@solstice/contract/endpoint'
import type { CallSchemas } from '@solstice/contract/schema'
import type { CallData } from '@solstice/contract/wire'
import { SECOND_MS } from '@solstice/rules/duration'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit, attachToAudit } from '#/platform/books/audit.ts'
import { refuseAfterCommit } from '#/platform/books/committed-refusal.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { Refusal, refuse } from '#/platform/process/refusal.ts'
import { endUnapproved, isCurrent, memberIn } from './approval-gate.service.ts'
import { mailOperators } from './approval-mail.service.ts'
import type { GatedInput, SubjectReaders } from './approval-subject.service.ts'
import { assertConfirmed, type Confirmation } from './approval-factor.service.ts'
import { approvalView, mayDecline, mayWithdraw } from './approval-view.service.ts'
import { readApprovers, type People } from './approvers.service.ts'
import {
  decideApproval,
  findApproval,
  findRuleOf,
  lockApproval,
  lockRule,
  type Approval,
} from './approval.queries.ts'

type ApprovalData = CallData<'approval.approve'>

/** A gated call as it was mounted, to run it with the input of a proposal. */
export type MountedCall = {
  prepare: (input: StoredInput) => Promise<unknown>
  run: (tx: Db, input: StoredInput, prepared: unknown) => Promise<unknown>
}
export type StoredInput = { params: unknown; body: unknown; operator: Operator; origin: string }
type MountedCalls = ReadonlyMap<CallId, MountedCall>

export type ApprovalParts = {
  readers: SubjectReaders
  calls: MountedCalls
}

type Given = Confirmation & { approvalId: number; bodyHash: string }

/**
 * Runs the external requests of the proposed call before the transaction, unless the approver will
 * be refused.
 */
export async function prepareApproved(
  ctx: AppContext,
  { calls }: ApprovalParts,
  operator: Operator,
  { approvalId, origin }: { approvalId: number; origin: string },
): Promise<unknown> {
  const approval = await findApproval(ctx.db, approvalId)
  if (approval?.state !== 'WAITING' || ctx.now() >= approval.expiresAt) return undefined
  const people = await readApprovers(ctx.db, ctx.now())
  const { active, confirmers } = people.of(approval)
  if (![...active, ...confirmers].some(({ operatorId }) => operatorId === operator.operatorId)) {
    return undefined
  }
  const input = storedInput(approval, requesterOf(approval, people), origin)
  return input ? calls.get(callOf(approval))?.prepare(input) : undefined
}

/** Approves a proposal and runs its call, in one transaction. */
export async function approve(
  tx: Db,
  ctx: AppContext,
  parts: ApprovalParts,
  operator: Operator,
  given: Given,
  prepared: unknown,
): Promise<ApprovalData> {
  const now = ctx.now()
  const rule = await findRuleOf(tx, given.approvalId)
  if (!rule) throw refuse(Code.NOT_FOUND)
  // The order of the gate: the rule, then rows. Otherwise both wait for each other.
  await lockRule(tx, rule)
  const approval = await lockExisting(tx, given.approvalId)
  const people = await readApprovers(tx, now)
  const { active, confirmers, confirmableAt } = people.of(approval)
  const isMe = ({ operatorId }: { operatorId: number }) => operatorId === operator.operatorId
  const isSolo = !active.some(isMe)
  if (operator.kind !== 'PERSON' || (isSolo && !confirmers.some(isMe))) {
    throw refuse(Code.ACCESS_DENIED)
  }
  assertOpen(approval)
  if (given.bodyHash !== approval.bodyHash) throw refuse(Code.OUTDATED)
  if (now >= approval.expiresAt) {
    await endUnapproved(tx, ctx, approval, 'EXPIRED')
    return refuseAfterCommit(Code.OUTDATED)
  }
  if (isSolo && now < confirmableAt) {
    const { id: approvalId } = approval
    throw refuse(Code.APPROVAL_PENDING, {
      values: { approvalId },
      data: { approvalId, confirmableAt: confirmableAt.toISOString() },
    })
  }
  await assertConfirmed(tx, ctx, operator, approval, { ...given, isSolo })
  const requester = requesterOf(approval, people)
  const input = storedInput(approval, requester, given.origin)
  if (!input || !(await isStillCurrent(tx, ctx, parts, approval, { ...input, prepared }))) {
    await endUnapproved(tx, ctx, approval, 'OUTDATED')
    return refuseAfterCommit(Code.OUTDATED)
  }
  const decision = { decidedBy: operator.operatorId, decidedAt: now, isSolo }
  await decideApproval(tx, approval.id, { state: 'APPROVED', ...decision })
  // Before the call, which writes to the audit: nothing else may be locked after that.
  if (isSolo) await mailOperators(tx, ctx, approval.id, { event: 'SOLO_CONFIRMED' })
  await runApproved(tx, parts, { approval, input, operator, isSolo, now }, prepared)
  await auditDecision(tx, ctx, operator, approval, { action: 'approval.approve', solo: isSolo })
  return showLocked(tx, ctx, operator, approval.id)
}

/** Every audit entry of the call names the proposal and both persons. */
async function runApproved(
  tx: Db,
  { calls }: ApprovalParts,
  run: { approval: Approval; input: StoredInput; operator: Operator; isSolo: boolean; now: Date },
  prepared: unknown,
): Promise<void> {
  const { approval, input, operator, isSolo, now } = run
  const call = calls.get(callOf(approval))
  if (!call) throw new Error(`${approval.call} is not mounted`)
  attachToAudit(tx, {
    approval: approval.id,
    requestedBy: actorOf(input.operator),
    approvedBy: actorOf(operator),
    solo: isSolo,
    waitedSeconds: Math.floor((now.getTime() - approval.requestedAt.getTime()) / SECOND_MS),
    bodyHash: approval.bodyHash,
  })
  try {
    await call.run(tx, input, prepared)
  } finally {
    attachToAudit(tx, undefined)
  }
}

/** A proposal ends with its requester's right to make the call, or with who answers for them. */
function requesterOf(
  { requestedBy, responsibleBy }: Approval,
  people: People,
): Operator | undefined {
  const row = people.row(requestedBy)
  const isAnsweredFor = responsibleBy !== null && people.responsibleFor(responsibleBy) !== undefined
  if (!row || row.disabledAt || !isAnsweredFor) return undefined
  const { id: operatorId, name, role, kind } = row
  return { operatorId, name, role, kind, expiresAt: row.expiresAt ?? NEVER, steppedUpUntil: null }
}
const NEVER = new Date(8.64e15)

const callOf = ({ call }: Approval) => call as CallId // Only ids of the contract are stored.

/** Returns undefined if the call does not exist any more, or not with this input. */
function storedInput(
  approval: Approval,
  operator: Operator | undefined,
  origin: string,
): StoredInput | undefined {
  const id = callOf(approval)
  if (!operator || !(id in endpoints) || !mayCall(operator.role, endpoints[id])) return undefined
  const { params, body }: CallSchemas = schemas[id]
  const parsed = [params?.safeParse(approval.params), body?.safeParse(approval.body)]
  if (parsed.some((part) => part?.success === false)) return undefined
  return { params: approval.params, body: approval.body, operator, origin }
}

async function isStillCurrent(
  tx: Db,
  ctx: AppContext,
  { readers }: ApprovalParts,
  approval: Approval,
  input: GatedInput,
): Promise<boolean> {
  try {
    const reading = await readers[callOf(approval)]?.(tx, ctx, { ...input, isProposed: true })
    return reading !== undefined && isCurrent(approval, reading)
  } catch (error) {
    // The subject does not exist any more, or the call would be refused.
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Declines a proposal. Persons who lost the right to approve may object while they still count, and
 * every person may while somebody confirms alone.
 */
export async function decline(
  tx: Db,
  ctx: AppContext,
  operator: Operator,
  { approvalId, reason }: { approvalId: number; reason: string },
): Promise<ApprovalData> {
  const approval = await lockExisting(tx, approvalId)
  if (!mayDecline((await readApprovers(tx, ctx.now())).of(approval), operator)) {
    throw refuse(Code.ACCESS_DENIED)
  }
  assertOpen(approval)
  await end(tx, ctx, operator, approval, { state: 'DECLINED', reason })
  return showLocked(tx, ctx, operator, approvalId)
}

export async function withdraw(
  tx: Db,
  ctx: AppContext,
  operator: Operator,
  { approvalId, reason }: { approvalId: number; reason?: string | undefined },
): Promise<ApprovalData> {
  const approval = await lockExisting(tx, approvalId)
  if (!mayWithdraw(approval, operator)) throw refuse(Code.ACCESS_DENIED)
  assertOpen(approval)
  await end(tx, ctx, operator, approval, { state: 'WITHDRAWN', reason })
  return showLocked(tx, ctx, operator, approvalId)
}

async function end(
  tx: Db,
  ctx: AppContext,
  operator: Operator,
  approval: Approval,
  { state, reason = null }: { state: 'DECLINED' | 'WITHDRAWN'; reason?: string | null | undefined },
): Promise<void> {
  await decideApproval(tx, approval.id, {
    state,
    decidedBy: operator.operatorId,
    decidedAt: ctx.now(),
    decisionReason: reason,
  })
  const action = state === 'DECLINED' ? 'approval.decline' : 'approval.withdraw'
  await auditDecision(tx, ctx, operator, approval, { action, reason })
}

async function lockExisting(tx: Db, approvalId: number): Promise<Approval> {
  const approval = await lockApproval(tx, approvalId)
  if (!approval) throw refuse(Code.NOT_FOUND)
  return approval
}

function assertOpen({ state }: Approval): void {
  if (state !== 'WAITING') throw refuse(Code.OUTDATED)
}

async function showLocked(
  tx: Db,
  ctx: AppContext,
  operator: Operator,
  approvalId: number,
): Promise<ApprovalData> {
  const approval = await lockExisting(tx, approvalId)
  return approvalView(approval, await readApprovers(tx, ctx.now()), operator)
}

function auditDecision(
  tx: Db,
  ctx: AppContext,
  operator: Operator,
  { id, call, bodyHash, facts }: Approval,
  { action, ...data }: { action: string; solo?: boolean; reason?: string | null },
): Promise<void> {
  return appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(operator),
    action,
    subject: `approval:${id}`,
    data: { call, bodyHash, ...memberIn(facts), ...data },
  })
}
