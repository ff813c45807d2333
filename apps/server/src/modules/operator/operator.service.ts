import { Code } from '@solstice/contract/codes'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { Language } from '@solstice/contract/messages'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { isEmail, normaliseEmail } from '@solstice/rules/email'
import { operatorTokenExpiresAt } from '@solstice/rules/operator'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  disableOperatorRow,
  findActiveByTokenHash,
  findOperatorByName,
  findPersonByEmail,
  insertOperator,
  lockActiveMachinesOf,
  lockActiveOwners,
  lockOperator,
  replaceTokenHash,
  setEmail,
  setRole,
  type OperatorRow,
} from './operator.queries.ts'
export { lockActiveOwners } from './operator.queries.ts'
import { tellRemoval } from './colleague-notice.service.ts'
import { openEnrolment } from './enrolment-link.service.ts'
import { revokeEnrolments } from './operator-enrolment.queries.ts'
import { hashOf, newSecret } from './operator-secret.ts'
import { endSessionsOf, touchOperator } from './operator-session.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'log'>

/**
 * The authenticated operator of a call. A person has a session, the factor that opened it and, for
 * five minutes after confirming with a factor, `steppedUpUntil`. A machine has only a token.
 */
export type Operator = {
  operatorId: number
  name: string
  role: OperatorRole
  kind: 'PERSON' | 'MACHINE'
  /** When the session or the token ends. */
  expiresAt: Date
  sessionId?: number
  factor?: 'PASSKEY' | 'TOTP'
  /** From when that factor may approve proposals. */
  approvesFrom?: Date | null
  steppedUpUntil: Date | null
}

/** The operator who appoints another one, or the server itself. */
type Appointer = { name: string; operatorId?: number } | 'system'

/** The prefix lets secret scanners find a leaked token. */
export const TOKEN_PREFIX = 'sol_op_'

/**
 * Authenticates a machine. Every refusal has the same response, so that a caller without a token
 * learns nothing.
 */
export async function authenticateToken(
  ctx: Pick<Context, 'db' | 'now'>,
  authorization: string | undefined,
): Promise<Operator> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw refuse(Code.ACCESS_DENIED)
  const row = await findActiveByTokenHash(ctx.db, hashOf(token))
  if (!row?.expiresAt || ctx.now() >= row.expiresAt) throw refuse(Code.ACCESS_DENIED)
  await touchOperator(ctx.db, row, ctx.now())
  const { id: operatorId, name, role, kind, expiresAt } = row
  return { operatorId, name, role, kind, expiresAt, steppedUpUntil: null }
}

/** Returns whether this token belongs to an active operator. */
export async function isKnownToken(ctx: Pick<Context, 'db'>, token: string): Promise<boolean> {
  return (await findActiveByTokenHash(ctx.db, hashOf(token))) !== undefined
}

/** Returns the operator's name in the audit log. */
export function actorOf(operator: Pick<Operator, 'name'>): string {
  return `operator:${operator.name}`
}

/** The fields that every response about an operator has. */
export function accountOf({ id, name, role, kind, email, expiresAt }: OperatorRow) {
  return {
    operatorId: id,
    name,
    role,
    kind,
    email,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** The language is that of the mail, until the person has signed in. */
type Appointment = Omit<CallInput<'operator.addOperator'>['body'], 'reason'> & {
  language?: Language
}

/** Appoints a machine, which gets a token, or a person, who gets an enrolment link by mail. */
export async function addOperator(
  tx: Db,
  ctx: Context,
  by: Appointer,
  { name, role, kind = 'MACHINE', email, language }: Appointment,
): Promise<CallData<'operator.addOperator'>> {
  if (kind === 'MACHINE') return addMachine(tx, ctx, by, { name, role })
  if (email === undefined || !isEmail(email)) throw refuse(Code.EMAIL_FORMAT)
  const person = { name, role, email: normaliseEmail(email), language }
  const row = await insertPerson(tx, ctx, by, person)
  await openEnrolment(tx, ctx, row.id)
  return { ...accountOf(row), token: null }
}

export async function addMachine(
  tx: Db,
  ctx: Context,
  by: Appointer,
  { name, role }: { name: string; role: OperatorRole },
): Promise<CallData<'operator.addOperator'> & { token: string }> {
  const token = newToken(ctx)
  const createdAt = ctx.now()
  const row = await insertOperator(tx, {
    name,
    role,
    kind: 'MACHINE',
    tokenHash: hashOf(token),
    createdAt,
    expiresAt: operatorTokenExpiresAt(createdAt),
    appointedBy: by === 'system' ? undefined : by.operatorId,
  })
  if (!row) throw refuse(Code.NICKNAME_TAKEN)
  await auditAppointment(tx, ctx, by, row)
  return { ...accountOf(row), token }
}

/** Inserts a person who can sign in after the enrolment. */
export async function insertPerson(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  by: Appointer,
  person: { name: string; role: OperatorRole; email: string; language?: Language | undefined },
): Promise<OperatorRow> {
  const { name } = person
  const row = await insertOperator(tx, {
    ...person,
    kind: 'PERSON',
    createdAt: ctx.now(),
    appointedBy: by === 'system' ? undefined : by.operatorId,
  })
  if (!row) {
    const isNameTaken = (await findOperatorByName(tx, name)) !== undefined
    throw refuse(isNameTaken ? Code.NICKNAME_TAKEN : Code.EMAIL_EXISTS)
  }
  await auditAppointment(tx, ctx, by, row)
  return row
}

function auditAppointment(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  by: Appointer,
  row: OperatorRow,
): Promise<void> {
  const { role, kind } = row
  return appendAudit(tx, {
    at: ctx.now(),
    actor: by === 'system' ? by : actorOf(by),
    action: 'operator.add',
    subject: actorOf(row),
    data: { role, kind, after: { role, kind } },
  })
}

/** Changes role or email. A new role and a new address end all sessions at once. */
export async function changeOperator(
  tx: Db,
  ctx: Context,
  by: Operator,
  operatorId: number,
  change: CallInput<'operator.change'>['body'],
): Promise<CallData<'operator.change'>> {
  const owners = await lockActiveOwners(tx)
  const row = await lockActiveOperator(tx, operatorId)
  const role = change.role ?? row.role
  const email = change.email === undefined ? row.email : addressOf(row, change.email)
  const at = ctx.now()
  let machines: OperatorRow[] = []
  if (role !== row.role) {
    assertNotLastOwner(owners, operatorId, ctx.now())
    await setRole(tx, operatorId, { role, formerRole: row.role, roleChangedAt: at })
    if (row.kind === 'PERSON') {
      machines = await lockStrongerMachines(tx, { operatorId, role })
      await tellRemoval(tx, ctx, 'ROLE_CHANGED', {
        subjectId: operatorId,
        causedBy: by.operatorId,
        role,
      })
    }
  }
  if (email !== null && email !== row.email) {
    if (await findPersonByEmail(tx, email)) throw refuse(Code.EMAIL_EXISTS)
    // A link in the old mailbox would take the account over.
    await revokeEnrolments(tx, operatorId, at)
    await endSessionsOf(tx, operatorId, at)
    // Last, because a new key value blocks every insert that references the operator.
    await setEmail(tx, operatorId, email)
  }
  for (const machine of machines) await endOperator(tx, ctx, actorOf(by), machine)
  await appendAudit(tx, {
    at,
    actor: actorOf(by),
    action: 'operator.change',
    subject: actorOf(row),
    // The addresses themselves are personal data, which the audit must not contain.
    data: { before: { role: row.role }, after: { role }, isEmailChanged: email !== row.email },
  })
  return accountOf({ ...row, role, email })
}

export async function lockActiveOperator(tx: Db, operatorId: number): Promise<OperatorRow> {
  const row = await lockOperator(tx, operatorId)
  if (!row || row.disabledAt) throw refuse(Code.NOT_FOUND)
  return row
}

/**
 * The last owner keeps the role, so that there is always someone who appoints others. Only owners
 * who can act count: persons who have enrolled. Before anybody has, machines with a valid token
 * count instead; afterwards not, since their holder could remove every person.
 */
function assertNotLastOwner(owners: readonly OperatorRow[], operatorId: number, now: Date): void {
  const people = owners.filter(({ kind, enrolledAt }) => kind === 'PERSON' && enrolledAt !== null)
  const machines = owners.filter(({ expiresAt }) => expiresAt !== null && now < expiresAt)
  const counted = people.length > 0 ? people : machines
  if (counted.length === 1 && counted[0]?.id === operatorId) throw refuse(Code.INVALID_REQUEST)
}

/** A machine has no address. */
function addressOf({ kind }: OperatorRow, email: string): string {
  if (kind === 'MACHINE') throw refuse(Code.INVALID_REQUEST)
  if (!isEmail(email)) throw refuse(Code.EMAIL_FORMAT)
  return normaliseEmail(email)
}

/** Issues a new token for an operator, before the old one expires or because it may have leaked. */
export async function rotateToken(
  tx: Db,
  ctx: Context,
  by: Exclude<Appointer, 'system'>,
  operatorId: number,
): Promise<CallData<'operator.rotateToken'>> {
  const token = newToken(ctx)
  const row = await lockActiveOperator(tx, operatorId)
  if (!row.tokenHash) throw refuse(Code.NOT_FOUND)
  const at = ctx.now()
  const expiresAt = operatorTokenExpiresAt(at)
  const replaced = { id: row.id, tokenHash: row.tokenHash }
  // The operator who requests the new token is responsible for the machine from now on.
  const appointedBy = operatorId === by.operatorId ? row.appointedBy : (by.operatorId ?? null)
  await replaceTokenHash(tx, replaced, { tokenHash: hashOf(token), expiresAt, appointedBy }, at)
  await appendAudit(tx, {
    at,
    actor: actorOf(by),
    action: 'operator.rotate-token',
    subject: actorOf(row),
    data: {
      before: { expiresAt: row.expiresAt?.toISOString() ?? null },
      after: { expiresAt: expiresAt.toISOString() },
    },
  })
  return { ...accountOf({ ...row, expiresAt }), token }
}

/**
 * Disables an operator, and with a person the machines for which they answer, also through other
 * machines, because they know the tokens. Repeating it changes nothing and is not audited again.
 */
export async function disableOperator(
  tx: Db,
  ctx: Context,
  by: Operator,
  operatorId: number,
): Promise<null> {
  const owners = await lockActiveOwners(tx)
  const row = await lockOperator(tx, operatorId)
  if (!row) throw refuse(Code.NOT_FOUND)
  if (row.disabledAt) return null
  assertNotLastOwner(owners, operatorId, ctx.now())
  const machines = row.kind === 'PERSON' ? await lockActiveMachinesOf(tx, operatorId) : []
  if (row.kind === 'PERSON') {
    const about = { subjectId: operatorId, causedBy: by.operatorId }
    await tellRemoval(tx, ctx, 'DISABLED', about)
  }
  for (const each of [row, ...machines]) await endOperator(tx, ctx, actorOf(by), each)
  return null
}

/** Locks the machines that have another role than their person, who knows the tokens. */
async function lockStrongerMachines(
  tx: Db,
  { operatorId, role }: { operatorId: number; role: OperatorRole },
): Promise<OperatorRow[]> {
  if (role === 'OWNER') return []
  const machines = await lockActiveMachinesOf(tx, operatorId)
  return machines.filter((machine) => machine.role !== role)
}

/** Disables one operator and audits it. */
export async function endOperator(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  actor: string,
  row: OperatorRow,
): Promise<void> {
  const at = ctx.now()
  await disableOperatorRow(tx, row.id, at)
  await appendAudit(tx, {
    at,
    actor,
    action: 'operator.disable',
    subject: actorOf(row),
    data: { before: { state: 'ACTIVE', role: row.role }, after: { state: 'DISABLED' } },
  })
}

function newToken(ctx: Pick<Context, 'randomBytes'>): string {
  return TOKEN_PREFIX + newSecret(ctx)
}
