import { createHash } from 'node:crypto'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { mayCall, OPERATOR_ROLES, type Endpoint } from '@solstice/contract/endpoint'
import { amountText } from '@solstice/rules/amount'
import { needsApproval, type ApprovalCause } from '@solstice/rules/approval'
import {
  APPROVAL_TERMS,
  DEFAULT_APPROVAL_POLICY,
  type ApprovalPolicy,
  type ApprovalRuleName,
} from '@solstice/rules/approval-policy'
import { approverRoles, approversOf, responsibleFor } from '@solstice/rules/approver'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { actorOf } from '#/modules/operator/operator.service.ts'
import { appendAudit, canonicalJson } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { mailOperators } from './approval-mail.service.ts'
import type { Figure, GatedInput, Reading, SubjectReaders } from './approval-subject.service.ts'
import { approvalOperator, requesterOf } from './approvers.service.ts'
import { EXPIRE_APPROVAL, type ExpireApproval } from './approval.queue.ts'
import {
  addToDaySum,
  decideApproval,
  findAllOperators,
  findPolicy,
  insertApproval,
  lockDaySum,
  lockRule,
  lockWaiting,
  type Approval,
} from './approval.queries.ts'

/** A call is run at once, or waits as a proposal. */
type Verdict = { kind: 'run' } | { kind: 'waits'; approvalId: number }

/** Judges a gated call inside the transaction in which it would run. */
export type ApprovalGate = (tx: Db, id: CallId, input: GatedInput) => Promise<Verdict>

const RUN: Verdict = { kind: 'run' }

/** The sum of the day is locked for these; concurrent calls of others would compare the same state. */
const SUMMED: readonly ApprovalRuleName[] = ['ADJUSTMENT', 'REFUND', 'PAYOUT_CANCELLATION']

export function approvalGate(ctx: AppContext, readers: SubjectReaders): ApprovalGate {
  return async (tx, id, input) => {
    if (ctx.settings.approvals === 'off') return RUN
    const rule = ruleOf(id)
    const reader = readers[id]
    if (!reader) throw new Error(`Nothing reads the subject of ${id}`)
    if (!SUMMED.includes(rule)) await lockRule(tx, rule)
    const reading = await reader(tx, ctx, input)
    const requester = await requesterOf(tx, input.operator.operatorId)
    // The sums of all machines of a person count together, so that more tokens allow no more.
    const sum = {
      operatorId: responsibleFor(requester),
      day: programmeDayOf(ctx.now()),
      kind: reading.counted?.kind ?? '',
    }
    const today = reading.counted ? await lockDaySum(tx, sum) : 0n
    const policy = await currentPolicy(tx)
    const causes = needsApproval(rule, reading.facts(today), policy)
    if (causes.length === 0) {
      if (reading.counted) await addToDaySum(tx, sum, reading.counted.amount)
      return RUN
    }
    const figures = [...(reading.figures ?? []), ...sumFigure(reading, today)]
    const approvalId = await propose(tx, ctx, { id, rule, input, reading, causes, figures })
    return { kind: 'waits', approvalId }
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
}

/** Returns the proposal that waits for the same call and facts, or a new one. */
async function propose(tx: Db, ctx: AppContext, proposal: Proposal): Promise<number> {
  const { id: call, input, reading } = proposal
  const bodyHash = bodyHashOf(call, input)
  for (;;) {
    const waiting = await lockWaiting(tx, { call, bodyHash })
    if (waiting && ctx.now() < waiting.expiresAt && isCurrent(waiting, reading)) return waiting.id
    if (waiting) {
      const isExpired = ctx.now() >= waiting.expiresAt
      await endUnapproved(tx, ctx, waiting, isExpired ? 'EXPIRED' : 'OUTDATED')
    }
    const approvalId = await insertProposal(tx, ctx, proposal, bodyHash)
    // Otherwise a concurrent call inserted the same proposal first.
    if (approvalId !== undefined) return approvalId
  }
}

async function insertProposal(
  tx: Db,
  ctx: AppContext,
  { id: call, rule, input, reading, causes, figures }: Proposal,
  bodyHash: string,
): Promise<number | undefined> {
  const now = ctx.now()
  const terms = APPROVAL_TERMS[rule]
  const { params, body, operator } = input
  const expiresAt = new Date(now.getTime() + terms.expiresAfterMs)
  const callRoles = OPERATOR_ROLES.filter((role) => mayCall(role, endpoints[call]))
  const roles = approverRoles(rule, callRoles)
  const approvalId = await insertApproval(tx, {
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
    reason: reasonIn(body),
    approverRoles: roles,
    requestedBy: operator.operatorId,
    requestedAt: now,
    confirmableAt: new Date(now.getTime() + terms.soloWaitMs),
    expiresAt,
  })
  if (approvalId === undefined) return undefined
  const payload: ExpireApproval = { approvalId }
  await enqueue(tx, EXPIRE_APPROVAL, { payload, dueAt: expiresAt, now })
  const rows = await findAllOperators(tx)
  const requester = await requesterOf(tx, operator.operatorId)
  const { confirmers, former } = approversOf(rows.map(approvalOperator), requester, roles, now)
  if (confirmers.length > 0) await mailOperators(tx, ctx, approvalId, 'SOLO_BEGUN')
  else if (former.length > 0) await mailOperators(tx, ctx, approvalId, 'FORMER_COUNTS')
  await appendAudit(tx, {
    at: now,
    actor: actorOf(operator),
    action: 'approval.request',
    subject: `approval:${approvalId}`,
    data: { call, subject: reading.subject, causes, bodyHash },
  })
  return approvalId
}

/** The calls name it `reason`; a refund's note to the member is the reason as well. */
function reasonIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  if ('reason' in body && typeof body.reason === 'string') return body.reason
  return 'note' in body && typeof body.note === 'string' ? body.note : null
}

/** Ends a proposal that nobody approved, and audits it. */
export async function endUnapproved(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { id, call, bodyHash }: Approval,
  state: 'EXPIRED' | 'OUTDATED',
): Promise<void> {
  const now = ctx.now()
  await decideApproval(tx, id, { state, decidedBy: null, decidedAt: now })
  await appendAudit(tx, {
    at: now,
    actor: 'system',
    action: state === 'EXPIRED' ? 'approval.expire' : 'approval.outdated',
    subject: `approval:${id}`,
    data: { call, bodyHash },
  })
}
