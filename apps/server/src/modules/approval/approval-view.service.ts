import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint, OperatorRole } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { APPROVAL_TERMS, type ApprovalState } from '@solstice/rules/approval-policy'
import { approverRoles, type Approvers } from '@solstice/rules/approver'
import { SECOND_MS } from '@solstice/rules/duration'
import type { Operator } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { challengeOf } from './approval-factor.service.ts'
import { readApprovers, type People } from './approvers.service.ts'
import {
  findAllWaiting,
  findApproval,
  findApprovalPage,
  type Approval,
} from './approval.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

type Caller = Pick<Operator, 'operatorId' | 'kind'>

/** Nobody declines their own proposal: its requester withdraws it. */
export function mayDecline(
  { active, former, objectors }: Approvers,
  { operatorId }: Caller,
): boolean {
  const deciders = [...active, ...objectors, ...former.map(({ operator }) => operator)]
  return deciders.some((each) => each.operatorId === operatorId)
}

/** The person who answers for a machine also withdraws its proposals. */
export function mayWithdraw(
  { requestedBy, responsibleBy }: Approval,
  { operatorId }: Caller,
): boolean {
  return requestedBy === operatorId || responsibleBy === operatorId
}

const NOBODY = { active: [], former: [], confirmers: [], objectors: [] }

/** Returns a proposal as the caller sees it: who can decide it now, and whether the caller can. */
export function approvalView(
  approval: Approval,
  people: People,
  caller: Operator,
): CallData<'approval.show'> {
  const isOpen = approval.state === 'WAITING'
  const { requestedAt } = approval
  const approvers = isOpen ? people.of(approval) : { ...NOBODY, confirmableAt: requestedAt }
  const { active, former, confirmers, confirmableAt } = approvers
  const isMe = ({ operatorId }: { operatorId: number }) => operatorId === caller.operatorId
  const canDecide = caller.kind === 'PERSON' && [...active, ...confirmers].some(isMe)
  return {
    approvalId: approval.id,
    call: approval.call,
    rule: approval.rule,
    causes: approval.causes,
    state: approval.state,
    subject: approval.subject,
    sentence: { key: approval.call, values: approval.facts },
    changes: approval.changes,
    figures: approval.figures,
    reason: approval.reason,
    bodyHash: approval.bodyHash,
    challenge: challengeOf(approval),
    requestedBy: people.named(approval.requestedBy),
    requestedAt: requestedAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    decidedBy: approval.decidedBy === null ? null : people.named(approval.decidedBy),
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    decisionReason: approval.decisionReason,
    isSolo: approval.isSolo,
    approvers: active.map(({ operatorId }) => people.named(operatorId)),
    formerApprovers: former.map(({ operator, until }) => ({
      ...people.named(operator.operatorId),
      until: until.toISOString(),
    })),
    solo:
      confirmers.length === 0
        ? null
        : {
            waitSeconds: (approval.confirmableAt.getTime() - requestedAt.getTime()) / SECOND_MS,
            confirmableAt: confirmableAt.toISOString(),
          },
    needsPasskey: APPROVAL_TERMS[approval.rule].money || confirmers.length > 0,
    can: {
      approve: canDecide,
      decline: mayDecline(approvers, caller),
      withdraw: isOpen && mayWithdraw(approval, caller),
    },
  }
}

/** Returns the open proposals that a single person can confirm alone, oldest first. */
export async function listSolo(ctx: Context): Promise<CallData<'operator.today'>['solo']> {
  const now = ctx.now()
  const waiting = (await findAllWaiting(ctx.db)).filter(({ expiresAt }) => now < expiresAt)
  if (waiting.length === 0) return []
  const people = await readApprovers(ctx.db, now)
  const named = (operatorId: number) => {
    const { name } = people.named(operatorId)
    return { operatorId, name }
  }
  return waiting.toReversed().flatMap((approval) => {
    const { confirmers, confirmableAt } = people.of(approval)
    const [confirmer, ...others] = confirmers
    if (!confirmer || others.length > 0) return []
    return {
      approvalId: approval.id,
      call: approval.call,
      requestedBy: named(approval.requestedBy),
      confirmer: named(confirmer.operatorId),
      confirmableAt: confirmableAt.toISOString(),
    }
  })
}

const seesAll = (role: OperatorRole): boolean => role === 'OWNER' || role === 'AUDITOR'

/** Returns the gated calls that a role may make or approve. */
function visibleCalls(role: OperatorRole): string[] {
  return Object.values<Endpoint>(endpoints)
    .filter(
      ({ approval, roles = [] }) =>
        approval && [...approverRoles(approval, roles), ...roles].includes(role),
    )
    .map(({ id }) => id)
}

/** Proposals show what their calls contain, so only those see them who may make or decide them. */
function isVisible({ call, requestedBy }: Approval, { operatorId, role }: Operator): boolean {
  return seesAll(role) || requestedBy === operatorId || visibleCalls(role).includes(call)
}

export async function showApproval(
  ctx: Context,
  operator: Operator,
  approvalId: number,
): Promise<CallData<'approval.show'>> {
  const approval = await findApproval(ctx.db, approvalId)
  if (!approval) throw refuse(Code.NOT_FOUND)
  const view = approvalView(approval, await readApprovers(ctx.db, ctx.now()), operator)
  // A person who may decline must see the proposal: demoted persons who still count, and everyone
  // while a person confirms alone.
  if (!isVisible(approval, operator) && !view.can.decline) throw refuse(Code.NOT_FOUND)
  return view
}

export async function listApprovals(
  ctx: Context,
  operator: Operator,
  query: PageQuery & { state?: ApprovalState | undefined; filter: 'all' | 'mine' | 'waiting' },
): Promise<CallData<'approval.list'>> {
  const people = await readApprovers(ctx.db, ctx.now())
  const offset = offsetOf(query)
  if (query.filter === 'waiting') {
    const mine = (await decidable(ctx, operator, people)).filter(
      ({ state }) => query.state === undefined || query.state === state,
    )
    const shown = mine.slice(offset, offset + query.size)
    return pageOf(
      query,
      shown.map((each) => approvalView(each, people, operator)),
      mine.length,
    )
  }
  const requestedBy = query.filter === 'mine' ? operator.operatorId : undefined
  const { operatorId, role } = operator
  const visible = seesAll(role)
    ? undefined
    : {
        operatorId,
        calls: visibleCalls(role),
        approvalIds: await declinable(ctx, operator, people),
      }
  const filter = { state: query.state, requestedBy, visible }
  const { rows, totalCount } = await findApprovalPage(ctx.db, filter, { size: query.size, offset })
  const list = rows.map((each) => approvalView(each, people, operator))
  return pageOf(query, list, totalCount)
}

/** Returns the number of proposals that the operator can approve, at once or after a wait. */
export async function countWaiting(ctx: Context, operator: Operator): Promise<number> {
  if (operator.kind !== 'PERSON') return 0
  return (await decidable(ctx, operator, await readApprovers(ctx.db, ctx.now()))).length
}

async function decidable(ctx: Context, operator: Operator, people: People): Promise<Approval[]> {
  const now = ctx.now()
  return (await findAllWaiting(ctx.db)).filter(
    (approval) => now < approval.expiresAt && approvalView(approval, people, operator).can.approve,
  )
}

/** Returns the ids of the open proposals to which the operator may object. */
async function declinable(ctx: Context, operator: Operator, people: People): Promise<number[]> {
  const waiting = await findAllWaiting(ctx.db)
  return waiting.filter((approval) => mayDecline(people.of(approval), operator)).map(({ id }) => id)
}
