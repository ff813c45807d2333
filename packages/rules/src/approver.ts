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

/**
 * Returns the person who answers for an operator's calls: a person for themselves, and for a machine
 * whoever appointed it, also through other machines. Undefined if that is nobody any more or was
 * never known, as for the token of the environment.
 */
export function responsibleFor(
  operators: readonly ApprovalOperator[],
  operatorId: number | null,
): number | undefined {
  const seen = new Set<number>()
  let at = operatorId
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const found = operators.find((each) => each.operatorId === at)
    if (!found) return undefined
    if (found.kind === 'PERSON') return found.disabledAt === null ? found.operatorId : undefined
    at = found.appointedBy
  }
  return undefined
}

/** A proposal as these rules see it. */
export type Proposed = {
  /** The person who answered for the requester when the proposal was made. */
  responsible: number | null
  roles: readonly string[]
  requestedAt: Date
  soloWaitMs: number
}

const isEnrolledPerson = ({ kind, isEnrolled, disabledAt }: ApprovalOperator) =>
  kind === 'PERSON' && isEnrolled && disabledAt === null

/** Returns whether a person can approve what the responsible person proposed. */
function canApprove(
  operators: readonly ApprovalOperator[],
  person: ApprovalOperator,
  { responsible, roles }: Proposed,
  now: Date,
): boolean {
  return (
    isEnrolledPerson(person) &&
    roles.includes(person.role) &&
    person.operatorId !== responsible &&
    !isPuppet(operators, person, responsible, now)
  )
}

function isPuppet(
  operators: readonly ApprovalOperator[],
  person: ApprovalOperator,
  responsible: number | null,
  now: Date,
): boolean {
  const isOwn = responsibleFor(operators, person.appointedBy) === responsible
  return isOwn && now.getTime() - person.appointedAt.getTime() < PUPPET_MS
}

/**
 * Returns until when a person counts as a second person after losing the right to approve, so that
 * nobody becomes alone by removing, demoting or promoting a colleague. Undefined if they never had
 * the right, or have it still.
 */
function countsUntil(person: ApprovalOperator, { responsible, roles }: Proposed): Date | undefined {
  if (person.kind !== 'PERSON' || !person.isEnrolled) return undefined
  if (person.operatorId === responsible) return undefined
  const { role, disabledAt, formerRoles } = person
  const ends = formerRoles
    .filter((former) => roles.includes(former.role))
    .map(({ endedAt }) => endedAt.getTime())
  if (disabledAt && roles.includes(role)) ends.push(disabledAt.getTime())
  return ends.length === 0 ? undefined : new Date(Math.max(...ends) + FORMER_MS)
}

export type Approvers = {
  /** The persons who can approve now. */
  active: ApprovalOperator[]
  /** Persons who lost the right and still count. */
  former: { operator: ApprovalOperator; until: Date }[]
  /** The person who may confirm after the wait of the solo rule; empty if a second person counts. */
  confirmers: ApprovalOperator[]
  /** While a person confirms alone: every other person, who may decline whatever their role is. */
  objectors: ApprovalOperator[]
  /** When the wait of the solo rule ends. It begins when no second person counts any more. */
  confirmableAt: Date
}

/**
 * Returns who decides a proposal. The solo rule applies only while no second person counts: the
 * person who answers for the proposal confirms it again after a wait. Without such a person nobody
 * decides, because whoever holds the token might be the approver.
 */
export function approversOf(
  operators: readonly ApprovalOperator[],
  proposed: Proposed,
  now: Date,
): Approvers {
  const { responsible, roles, requestedAt, soloWaitMs } = proposed
  const qualified = operators.filter((person) => canApprove(operators, person, proposed, now))
  const lost = operators
    .filter((operator) => !qualified.includes(operator))
    .flatMap((operator) => {
      const until = countsUntil(operator, proposed)
      return until ? [{ operator, until }] : []
    })
  const former = lost.filter(({ until }) => until > now)
  const begins = Math.max(requestedAt.getTime(), ...lost.map(({ until }) => until.getTime()))
  const none: Approvers = {
    active: [],
    former,
    confirmers: [],
    objectors: [],
    confirmableAt: new Date(begins + soloWaitMs),
  }
  if (responsible === null) return none
  if (qualified.length > 0 || former.length > 0) return { ...none, active: qualified }
  const confirmers = operators.filter(
    (person) =>
      person.operatorId === responsible && isEnrolledPerson(person) && roles.includes(person.role),
  )
  const others = operators.filter(
    (person) => person.operatorId !== responsible && isEnrolledPerson(person),
  )
  return { ...none, confirmers, objectors: confirmers.length === 0 ? [] : others }
}

/** The amount that a person moved alone on a day, or a machine for which nobody answers. */
export type DaySum = { operatorId: number; isPerson: boolean; amount: bigint }

/**
 * Returns the sum that one person may have moved alone. Amounts of tokens for which nobody answers
 * count for everyone, because anybody could hold such a token; for the token itself, the person who
 * moved the most may hold it. So no person exceeds the limit of a day with any number of tokens.
 */
export function movedAlone(sums: readonly DaySum[], person: number | undefined): bigint {
  const total = (rows: readonly DaySum[]) => rows.reduce((sum, { amount }) => sum + amount, 0n)
  const unknown = total(sums.filter(({ isPerson }) => !isPerson))
  const people = sums.filter(({ isPerson }) => isPerson)
  if (person !== undefined) {
    return unknown + total(people.filter(({ operatorId }) => operatorId === person))
  }
  return unknown + people.reduce((most, { amount }) => (amount > most ? amount : most), 0n)
}
