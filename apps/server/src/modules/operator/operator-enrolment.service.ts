import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { isEmail, normaliseEmail } from '@solstice/rules/email'
import { ENROLMENT_TTL_MS } from '@solstice/rules/operator'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { FIRST_NAME } from './first-operator.service.ts'
import {
  findEnrolmentByCode,
  insertEnrolment,
  takeEnrolment,
} from './operator-enrolment.queries.ts'
import { deleteFactorsOf } from './operator-factor.queries.ts'
import {
  factorOptions,
  makeRecoveryCodes,
  proveFactor,
  storeFactor,
} from './operator-factor.service.ts'
import { openEnrolment } from './enrolment-link.service.ts'
import { tellColleagues } from './colleague-notice.service.ts'
import { queueNotice } from './operator-notice.queue.ts'
import { hashOf, newSecret } from './operator-secret.ts'
import { endSessionsOf } from './operator-session.queries.ts'
import {
  openOperatorSession,
  type ConsoleDevice,
  type ConsoleTokens,
} from './operator-session.service.ts'
import {
  findActiveByTokenHash,
  findOperator,
  hasAnyoneEnrolled,
  lockActiveOwners,
  lockOperator,
  lockOtherClaims,
  setEnrolled,
} from './operator.queries.ts'
import { actorOf, endOperator, insertPerson, type Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes'>

/** Sends another link: the first one expired, or the person lost all factors. */
export async function sendEnrolment(
  tx: Db,
  ctx: Context,
  by: Operator,
  operatorId: number,
): Promise<CallData<'operator.sendEnrolment'>> {
  const row = await lockOperator(tx, operatorId)
  if (row?.kind !== 'PERSON' || row.disabledAt) throw refuse(Code.NOT_FOUND)
  const { expiresAt } = await openEnrolment(tx, ctx, operatorId)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'operator.send-enrolment',
    subject: actorOf(row),
    data: {},
  })
  return { expiresAt: expiresAt.toISOString() }
}

export async function showEnrolment(
  ctx: AppContext,
  code: string,
  origin: string,
): Promise<CallData<'operatorAuth.showEnrolment'>> {
  const found = await findEnrolmentByCode(ctx.db, hashOf(code), ctx.now())
  if (!found) throw refuse(Code.NOT_FOUND)
  const { operator, enrolment } = found
  return {
    name: operator.name,
    email: operator.email ?? '',
    role: operator.role,
    expiresAt: enrolment.expiresAt.toISOString(),
    ...(await factorOptions(ctx, operator, origin)),
  }
}

/** Uses up a link: the new factor replaces all earlier ones, and earlier sessions end. */
export async function enrol(
  ctx: AppContext,
  code: string,
  body: CallInput<'operatorAuth.enrol'>['body'],
  device: ConsoleDevice & { origin: string },
): Promise<{ operator: Operator; tokens: ConsoleTokens; recoveryCodes: string[] }> {
  const found = await findEnrolmentByCode(ctx.db, hashOf(code), ctx.now())
  if (!found) throw refuse(Code.NOT_FOUND)
  const operatorId = found.operator.id
  const factor = await proveFactor(ctx, operatorId, body, device.origin)
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    // Two owners who claim the installation concurrently must see each other.
    await lockActiveOwners(tx)
    const row = await lockOperator(tx, operatorId)
    if (!row || row.disabledAt || !(await takeEnrolment(tx, found.enrolment.id, now))) {
      throw refuse(Code.NOT_FOUND)
    }
    await deleteFactorsOf(tx, operatorId)
    const stored = await storeFactor(tx, ctx, operatorId, factor)
    await endSessionsOf(tx, operatorId, now)
    const recoveryCodes = await makeRecoveryCodes(tx, ctx, operatorId)
    if (!(await hasAnyoneEnrolled(tx))) await endOtherClaims(tx, ctx, operatorId)
    await setEnrolled(tx, operatorId, now)
    if (row.enrolledAt) {
      await queueNotice(tx, ctx, { operatorId, event: 'ENROLLED_AGAIN' })
      await tellColleagues(tx, ctx, 'COLLEAGUE_FACTOR_ADDED', { subjectId: operatorId })
    }
    await appendAudit(tx, {
      at: now,
      actor: actorOf(row),
      action: 'operator.enrol',
      subject: actorOf(row),
      data: { factor: factor.kind, again: row.enrolledAt !== null },
    })
    const signIn = { ...device, factor: stored, isEnrolment: true }
    return { ...(await openOperatorSession(tx, ctx, row, signIn)), recoveryCodes }
  })
}

/**
 * Disables the persons whom the token of the settings, or one of an earlier release, created besides
 * the person who enrols first. Nobody approved them, and two of them in one hand could approve each
 * other's proposals.
 */
async function endOtherClaims(tx: Db, ctx: Context, operatorId: number): Promise<void> {
  for (const claim of await lockOtherClaims(tx, operatorId)) {
    await endOperator(tx, ctx, 'system', claim)
  }
}

/**
 * Enrols the first owner, who shows the token of the settings. Once any person has enrolled, even if
 * they were disabled since, the token alone opens nothing: the link goes to the mailbox of the
 * enrolled owner with this address.
 */
export async function claimOwner(
  ctx: AppContext,
  { token, name, email: given }: CallInput<'operatorAuth.claimOwner'>['body'],
): Promise<CallData<'operatorAuth.claimOwner'>> {
  if (!isEmail(given)) throw refuse(Code.INVALID_REQUEST)
  const email = normaliseEmail(given)
  return ctx.db.transaction(async (tx) => {
    // The lock of the machine's own row lets concurrent claims see each other.
    const owners = await lockActiveOwners(tx)
    const machine = await findActiveByTokenHash(tx, hashOf(token))
    const isFirst = machine?.name === FIRST_NAME && machine.role === 'OWNER'
    if (!isFirst || !machine.expiresAt || ctx.now() >= machine.expiresAt) {
      throw refuse(Code.ACCESS_DENIED)
    }
    const owner = owners.find((row) => row.email === email)
    if (await hasAnyoneEnrolled(tx)) {
      if (!owner?.enrolledAt) throw refuse(Code.ACCESS_DENIED)
      return mailClaim(tx, ctx, owner.id)
    }
    // Nobody has enrolled yet: a lost page or a mistyped address locks nobody out.
    if (owner) return showClaim(tx, ctx, owner.id)
    const by = { name: FIRST_NAME, operatorId: machine.id }
    const { id } = await insertPerson(tx, ctx, by, { name, role: 'OWNER', email })
    return showClaim(tx, ctx, id)
  })
}

async function mailClaim(tx: Db, ctx: Context, operatorId: number) {
  await openEnrolment(tx, ctx, operatorId)
  await auditClaim(tx, ctx, operatorId)
  return { enrolmentCode: null }
}

async function showClaim(tx: Db, ctx: Context, operatorId: number) {
  const createdAt = ctx.now()
  const code = newSecret(ctx)
  const expiresAt = new Date(createdAt.getTime() + ENROLMENT_TTL_MS)
  await insertEnrolment(tx, { operatorId, codeHash: hashOf(code), createdAt, expiresAt })
  await auditClaim(tx, ctx, operatorId)
  return { enrolmentCode: code }
}

async function auditClaim(tx: Db, ctx: Context, operatorId: number): Promise<void> {
  const row = await findOperator(tx, operatorId)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf({ name: FIRST_NAME }),
    action: 'operator.claim-owner',
    subject: actorOf({ name: row?.name ?? String(operatorId) }),
    data: {},
  })
}
