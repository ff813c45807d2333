import { APPROVAL_TERMS, type ApprovalRuleName } from './approval-policy.ts'
import { DAY_MS } from './duration.ts'

/** An operator as the rules of approvals see them. */
export type ApprovalOperator = {
  operatorId: number
  role: string
  kind: 'PERSON' | 'MACHINE'
  /** False until a person has a factor. A machine never approves anyway. */
  isEnrolled: boolean
  appointedBy: number | null
  /** When the person was appointed or last got another role. */
  appointedAt: Date
  disabledAt: Date | null
  /** The roles that the person had before, and when each ended. */
  formerRoles: readonly { role: string; endedAt: Date }[]
}

/** A new colleague cannot approve for the person who appointed them for this long. */
const PUPPET_MS = DAY_MS
/** A disabled or demoted person keeps counting as a second person for this long. */
export const FORMER_MS = 7 * DAY_MS

/** Returns the roles whose persons may approve; the owner is always among them. */
export function approverRoles(rule: ApprovalRuleName, callRoles: readonly string[]): string[] {
  const { approvers } = APPROVAL_TERMS[rule]
  const roles: readonly string[] = approvers === 'call' ? callRoles : approvers
  return Array.from(new Set(['OWNER', ...roles]))
}

/** The person who answers for the requests of an operator: for a machine, whoever appointed it. */
export function responsibleFor(operator: ApprovalOperator): number {
  return operator.kind === 'MACHINE'
    ? (operator.appointedBy ?? operator.operatorId)
    : operator.operatorId
}

/** Returns whether a person can approve what the requester proposed. */
function canApprove(
  person: ApprovalOperator,
  requester: ApprovalOperator,
  roles: readonly string[],
  now: Date,
): boolean {
  return (
    person.kind === 'PERSON' &&
    person.isEnrolled &&
    person.disabledAt === null &&
    roles.includes(person.role) &&
    person.operatorId !== requester.operatorId &&
    person.operatorId !== responsibleFor(requester) &&
    !isPuppet(person, requester, now)
  )
}

function isPuppet(person: ApprovalOperator, requester: ApprovalOperator, now: Date): boolean {
  const appointer = person.appointedBy
  const isOwn = appointer === requester.operatorId || appointer === responsibleFor(requester)
  return isOwn && now.getTime() - person.appointedAt.getTime() < PUPPET_MS
}

/**
 * Returns until when a person who lost the right to approve still counts as a second person, so
 * that nobody becomes alone by removing a colleague. Undefined if the person does not count.
 */
function countsUntil(
  person: ApprovalOperator,
  requester: ApprovalOperator,
  roles: readonly string[],
  now: Date,
): Date | undefined {
  if (person.kind !== 'PERSON' || !person.isEnrolled) return undefined
  if ([requester.operatorId, responsibleFor(requester)].includes(person.operatorId))
    return undefined
  const { role, disabledAt, formerRoles } = person
  if (disabledAt === null && roles.includes(role)) return undefined
  const ends = formerRoles
    .filter((former) => roles.includes(former.role))
    .map(({ endedAt }) => endedAt)
  if (disabledAt && roles.includes(role)) ends.push(disabledAt)
  const until = Math.max(...ends.map((end) => end.getTime() + FORMER_MS), -Infinity)
  return until > now.getTime() ? new Date(until) : undefined
}

export type Approvers = {
  /** The persons who can approve now. */
  active: ApprovalOperator[]
  /** Persons who lost the right and still count. */
  former: { operator: ApprovalOperator; until: Date }[]
  /** The persons who may confirm after the wait of the solo rule; empty if a second person counts. */
  confirmers: ApprovalOperator[]
}

/**
 * Returns who decides a proposal. The solo rule applies only while no second person counts: the
 * requester confirms again after a wait, or, for a machine's proposal, the person who answers for
 * it.
 */
export function approversOf(
  operators: readonly ApprovalOperator[],
  requester: ApprovalOperator,
  roles: readonly string[],
  now: Date,
): Approvers {
  const qualified = operators.filter((person) => canApprove(person, requester, roles, now))
  const former = operators.flatMap((operator) => {
    const until = countsUntil(operator, requester, roles, now)
    return until ? [{ operator, until }] : []
  })
  if (requester.kind === 'MACHINE' && requester.appointedBy === null) {
    // Nobody knows who holds this token, such as the environment's; it may be the approver.
    const isAlone = qualified.length < 2 && former.length > 0
    return { active: [], former, confirmers: isAlone ? [] : qualified }
  }
  if (qualified.length > 0 || former.length > 0) {
    return { active: qualified, former, confirmers: [] }
  }
  const confirmers = operators.filter(
    ({ operatorId, kind, isEnrolled, disabledAt, role }) =>
      operatorId === responsibleFor(requester) &&
      kind === 'PERSON' &&
      isEnrolled &&
      disabledAt === null &&
      roles.includes(role),
  )
  return { active: [], former, confirmers }
}
