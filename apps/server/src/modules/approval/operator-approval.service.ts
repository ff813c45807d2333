import { endpoints } from '@solstice/contract/catalogue'
import { mayCall, type Endpoint, type OperatorRole } from '@solstice/contract/endpoint'
import { lockActiveOperator, lockActiveOwners } from '#/modules/operator/operator.service.ts'
import { findAllOperators } from './approval.queries.ts'
import type { SubjectReader } from './approval-subject.service.ts'

/** Returns whether a role may make a write that the other may not; reading decides nothing. */
function isRaised(before: OperatorRole, after: OperatorRole): boolean {
  return Object.values<Endpoint>(endpoints).some(
    (endpoint) =>
      endpoint.access === 'operator' &&
      endpoint.method !== 'GET' &&
      // It starts a check and changes nothing that the check reads.
      endpoint.id !== 'operator.verifyAuditFully' &&
      mayCall(after, endpoint) &&
      !mayCall(before, endpoint),
  )
}

export const readAppointment: SubjectReader<'operator.addOperator'> = async (
  tx,
  _ctx,
  { operator, body },
) => {
  // Only an owner can approve the others, so the first person is one.
  const isFirstPerson =
    body.kind === 'PERSON' &&
    body.role === 'OWNER' &&
    operator.kind === 'MACHINE' &&
    !(await findAllOperators(tx)).some(({ kind }) => kind === 'PERSON')
  return {
    subject: `operator:${body.name}`,
    values: {
      name: body.name,
      role: body.role,
      kind: body.kind,
      email: body.email ?? null,
    },
    facts: () => ({ isFirstPerson, isRaise: true }),
  }
}

/** A new address waits as well, because its owner could enrol again and take the account over. */
export const readOperatorChange: SubjectReader<'operator.change'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  // The call locks in this order, and so does disabling.
  await lockActiveOwners(tx)
  const { name, role, email } = await lockActiveOperator(tx, params.operatorId)
  const after = body.role ?? role
  const isEmailChanged = body.email !== undefined && body.email !== email
  return {
    subject: `operator:${name}`,
    values: { name },
    changes: [
      ...(after === role ? [] : [{ field: 'role', before: role, after }]),
      ...(isEmailChanged ? [{ field: 'email', before: email, after: body.email ?? null }] : []),
    ],
    facts: () => ({ isFirstPerson: false, isRaise: isEmailChanged || isRaised(role, after) }),
  }
}

/**
 * Another link for somebody who has not enrolled yet gives no new right, unless nobody approved the
 * appointment: the token of the settings created them, and somebody else has enrolled since.
 */
export const readEnrolment: SubjectReader<'operator.sendEnrolment'> = async (
  tx,
  _ctx,
  { params },
) => {
  const { name, email, enrolledAt, appointedBy } = await lockActiveOperator(tx, params.operatorId)
  const all = await findAllOperators(tx)
  const appointer = all.find(({ id }) => id === appointedBy)
  const isClaimed = appointer?.kind === 'MACHINE' && appointer.appointedBy === null
  const hasAnyoneEnrolled = all.some((each) => each.enrolledAt !== null)
  const isRaise = enrolledAt !== null || (isClaimed && hasAnyoneEnrolled)
  return {
    subject: `operator:${name}`,
    values: { name, email, isReset: enrolledAt !== null },
    facts: () => ({ isFirstPerson: false, isRaise }),
  }
}

/** The person who answers for a machine, and the machine itself, may replace its token. */
export const readTokenRotation: SubjectReader<'operator.rotateToken'> = async (
  tx,
  _ctx,
  { operator, params },
) => {
  const { id, name, appointedBy } = await lockActiveOperator(tx, params.operatorId)
  const isOwn = operator.operatorId === id || operator.operatorId === appointedBy
  return {
    subject: `operator:${name}`,
    values: { name },
    facts: () => ({ isFirstPerson: false, isRaise: !isOwn }),
  }
}
