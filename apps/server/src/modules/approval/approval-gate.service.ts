import { createHash } from 'node:crypto'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { mayCall, OPERATOR_ROLES, type Endpoint } from '@solstice/contract/endpoint'
import { amountText } from '@solstice/rules/amount'
import { needsApproval, type ApprovalCause } from '@solstice/rules/approval'
import {
  APPROVAL_TERMS,
  DEFAULT_APPROVAL_POLICY,
  type ApprovalPolicy,
  type ApprovalRuleName,
} from '@solstice/rules/approval-policy'
import { approverRoles, movedAlone } from '@solstice/rules/approver'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit, canonicalJson } from '#/platform/books/audit.ts'
import { reasonIn } from '#/platform/books/audit-reason.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { assertMayPropose } from './approval-factor.service.ts'
import { mailOperators } from './approval-mail.service.ts'
import type {
  Change,
  Figure,
  GatedInput,
  Reading,
  SentenceValues,
  SubjectReaders,
} from './approval-subject.service.ts'
import { readApprovers, type People } from './approvers.service.ts'
import { EXPIRE_APPROVAL, type ExpireApproval } from './approval.queue.ts'
import {
  addToDaySum,
  decideApproval,
  findDaySums,
  findPolicy,
  insertApproval,
  lockRule,
  lockWaiting,
  type Approval,
} from './approval.queries.ts'

/** A call is run at once, or waits as a proposal. */
type Verdict = { kind: 'run' } | { kind: 'waits'; approvalId: number }

/** Judges a gated call inside the transaction in which it would run. */
export type ApprovalGate = (
  tx: Db,
  id: CallId,
  input: GatedInput & { operator: Operator },
) => Promise<Verdict>

const RUN: Verdict = { kind: 'run' }

export function approvalGate(ctx: AppContext, readers: SubjectReaders): ApprovalGate {
  return async (tx, id, input) => {
    if (ctx.settings.approvals === 'off') return RUN
    const rule = ruleOf(id)
    const reader = readers[id]
    if (!reader) throw new Error(`Nothing reads the subject of ${id}`)
    await lockRule(tx, rule)
    const reading = await reader(tx, ctx, input)
    const people = await readApprovers(tx, ctx.now())
    const { operatorId } = input.operator
    const responsible = people.responsibleFor(operatorId)
    const counted = reading.counted && {
      ...reading.counted,
      operatorId: responsible ?? operatorId,
      day: programmeDayOf(ctx.now()),
    }
    const today = counted ? movedAlone(await findDaySums(tx, counted), responsible) : 0n
    const policy = await currentPolicy(tx)
    const causes = needsApproval(rule, reading.facts(today), policy)
    if (causes.length === 0) {
      if (counted) await addToDaySum(tx, counted)
      return RUN
    }
    if (reading.isOutdated) throw refuse(Code.OUTDATED)
    // The holder of the token must not approve its proposal, and here the holder is unknown.
    if (responsible === undefined) throw refuse(Code.NO_RESPONSIBLE_PERSON)
    const judged = { responsibleBy: responsible, ...judgedFrom(id, rule, ctx.now()) }
    const isAlone = people.of(judged).active.length === 0
    assertMayPropose(input.operator, isAlone, ctx.now())
    const figures = [...(reading.figures ?? []), ...sumFigure(reading, today)]
    const proposal = { id, rule, input, reading, causes, figures, people }
    return { kind: 'waits', approvalId: await propose(tx, ctx, proposal) }
  }
}

/** Shows the approver what the requester has already moved alone on this day. */
function sumFigure({ counted }: Reading, today: bigint): Figure[] {
  if (!counted) return []
  const { unit, decimals } = counted
  return [{ name: 'movedToday', value: amountText(today, decimals), unit, limit: null }]
}

function ruleOf(id: CallId): ApprovalRuleName {
  const { approval }: Endpoint = endpoints[id]
  if (approval === undefined) throw new Error(`${id} has no approval rule`)
  return approval
}

/** Returns who may approve a proposal made now, and when its requester may if they are alone. */
function judgedFrom(id: CallId, rule: ApprovalRuleName, requestedAt: Date) {
  const callRoles = OPERATOR_ROLES.filter((role) => mayCall(role, endpoints[id]))
  const confirmableAt = new Date(requestedAt.getTime() + APPROVAL_TERMS[rule].soloWaitMs)
  return { approverRoles: approverRoles(rule, callRoles), requestedAt, confirmableAt }
}

export async function currentPolicy(db: Db): Promise<ApprovalPolicy> {
  return { ...DEFAULT_APPROVAL_POLICY, ...(await findPolicy(db)) }
}

/** Returns the hash of a call with its input; the approver's signature covers it. */
export function bodyHashOf(call: string, { params, body }: { params: unknown; body: unknown }) {
  const content = canonicalJson({ call, params: params ?? null, body: body ?? null })
  return createHash('sha256').update(content).digest('hex')
}

/** Returns whether the facts in the sentence are still those that were proposed. */
export function isCurrent(
  { facts, changes }: Pick<Approval, 'facts' | 'changes'>,
  reading: Reading,
): boolean {
  const now = { facts: reading.values, changes: reading.changes ?? [] }
  return canonicalJson({ facts, changes }) === canonicalJson(now)
}

type Proposal = {
  id: CallId
  rule: ApprovalRuleName
  input: GatedInput
  reading: Reading
  causes: ApprovalCause[]
  figures: Figure[]
  people: People
}

/** A proposal that ended without a decision of a person. */
type Ended = Omit<Approval, 'state'> & { state: 'EXPIRED' | 'OUTDATED' }

/** Returns the proposal that waits for the same call and facts, or a new one. */
async function propose(tx: Db, ctx: AppContext, proposal: Proposal): Promise<number> {
  const { id: call, input, reading } = proposal
  const bodyHash = bodyHashOf(call, input)
  const ended: Ended[] = []
  for (;;) {
    const waiting = await lockWaiting(tx, { call, bodyHash })
    if (waiting && ctx.now() < waiting.expiresAt && isCurrent(waiting, reading)) return waiting.id
    if (waiting) {
      const state = ctx.now() >= waiting.expiresAt ? 'EXPIRED' : 'OUTDATED'
      await decideApproval(tx, waiting.id, { state, decidedBy: null, decidedAt: ctx.now() })
      ended.push({ ...waiting, state })
    }
    const approvalId = await insertProposal(tx, ctx, proposal, { bodyHash, ended })
    // Otherwise a concurrent call inserted the same proposal first.
    if (approvalId !== undefined) return approvalId
  }
}

async function insertProposal(
  tx: Db,
  ctx: AppContext,
  { id: call, rule, input, reading, causes, figures, people }: Proposal,
  { bodyHash, ended }: { bodyHash: string; ended: readonly Ended[] },
): Promise<number | undefined> {
  const now = ctx.now()
  const { params, body, operator } = input
  const expiresAt = new Date(now.getTime() + APPROVAL_TERMS[rule].expiresAfterMs)
  const inserted = await insertApproval(tx, {
    call,
    rule,
    causes,
    subject: reading.subject,
    params: params ?? null,
    body: body ?? null,
    bodyHash,
    facts: reading.values,
    changes: reading.changes ?? [],
    figures,
    reason: whyOf(body),
    ...judgedFrom(call, rule, now),
    requestedBy: operator.operatorId,
    expiresAt,
  })
  if (inserted === undefined) return undefined
  const { id: approvalId } = inserted
  const payload: ExpireApproval = { approvalId }
  await enqueue(tx, EXPIRE_APPROVAL, { payload, dueAt: expiresAt, now })
  await mailAboutSolo(tx, ctx, inserted, people)
  for (const each of ended) await auditEnd(tx, ctx, each)
  await appendAudit(tx, {
    at: now,
    actor: actorOf(operator),
    action: 'approval.request',
    subject: `approval:${approvalId}`,
    data: {
      call,
      subject: reading.subject,
      causes,
      bodyHash,
      reason: whyOf(body),
      changes: (reading.changes ?? []).map(auditedChange),
      ...memberIn(reading.values),
    },
  })
  return approvalId
}

/** The solo rule begins now, or as soon as the last former colleague does not count any more. */
async function mailAboutSolo(tx: Db, ctx: AppContext, approval: Approval, people: People) {
  const { active, former, confirmers } = people.of(approval)
  if (active.length > 0) return
  if (former.length > 0) await mailOperators(tx, ctx, approval.id, { event: 'FORMER_COUNTS' })
  const begins = former.map(({ until }) => until.getTime())
  const dueAt = new Date(Math.max(ctx.now().getTime(), ...begins))
  if ((confirmers.length > 0 || former.length > 0) && dueAt < approval.expiresAt) {
    await mailOperators(tx, ctx, approval.id, { event: 'SOLO_BEGUN', dueAt })
  }
}

/** The audit cannot be erased, so it contains that an address changes, but not the addresses. */
function auditedChange(change: Change): Partial<Change> {
  return change.field === 'email' ? { field: change.field } : change
}

/** Returns the member whom a proposal concerns, so that the audit finds it by member. */
export function memberIn({ userId }: SentenceValues): { userId?: number } {
  return typeof userId === 'number' ? { userId } : {}
}

/** The calls name it `reason`; a refund's note to the member is the reason as well. */
function whyOf(body: unknown): string | null {
  const reason = reasonIn(body)
  if (reason !== undefined || typeof body !== 'object' || body === null) return reason ?? null
  return 'note' in body && typeof body.note === 'string' ? body.note : null
}

/** Ends a proposal that nobody approved, and audits it. */
export async function endUnapproved(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  approval: Approval,
  state: Ended['state'],
): Promise<void> {
  await decideApproval(tx, approval.id, { state, decidedBy: null, decidedAt: ctx.now() })
  await auditEnd(tx, ctx, { ...approval, state })
}

function auditEnd(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { id, call, bodyHash, facts, state }: Ended,
): Promise<void> {
  return appendAudit(tx, {
    at: ctx.now(),
    actor: 'system',
    action: state === 'EXPIRED' ? 'approval.expire' : 'approval.outdated',
    subject: `approval:${id}`,
    data: { call, bodyHash, ...memberIn(facts) },
  })
}
