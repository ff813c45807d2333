import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import {
  isOperatorSessionOpen,
  operatorIdleUntil,
  OPERATOR_SESSION_TTL_MS,
  STEP_UP_TTL_MS,
} from '@solstice/rules/operator'
import { deviceName } from '#/modules/session/known-device.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import type { FactorRow } from './operator-factor.queries.ts'
import { hashOf, newSecret } from './operator-secret.ts'
import {
  confirmSession,
  endSessionRow,
  findDevice,
  findOpenSessions,
  findSessionByToken,
  insertSession,
  rememberDevice,
  touchOperator,
  touchSession,
  type SessionRow,
} from './operator-session.queries.ts'
import { queueNotice } from './operator-notice.queue.ts'
import { setLanguage, type OperatorRow } from './operator.queries.ts'
import { actorOf, type Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes'>
/** The factor that opened or confirmed a session. */
type UsedFactor = Pick<FactorRow, 'kind' | 'approvesFrom'>

/** The browser that signs in: its user agent, its device cookie and its language. */
export type ConsoleDevice = {
  userAgent: string | undefined
  deviceToken: string | undefined
  language: Language
}

/** The secrets that become cookies. */
export type ConsoleTokens = { session: string; device: string }

/** Returns the operator of a session cookie. Calls of the page itself do not extend the session. */
export async function authenticateSession(
  ctx: Pick<Context, 'db' | 'now'>,
  token: string | undefined,
  { isBackground }: { isBackground: boolean },
): Promise<Operator> {
  const now = ctx.now()
  const found = token === undefined ? undefined : await findSessionByToken(ctx.db, hashOf(token))
  if (!found || !isOperatorSessionOpen(found.session, now)) throw refuse(Code.TOKEN_EXPIRED)
  if (!isBackground) {
    await touchSession(ctx.db, found.session.id, now)
    await touchOperator(ctx.db, found.operator, now)
  }
  return operatorOfSession(found.operator, found.session)
}

function operatorOfSession(row: OperatorRow, session: SessionRow): Operator {
  return {
    operatorId: row.id,
    name: row.name,
    role: row.role,
    kind: row.kind,
    expiresAt: session.endsAt,
    sessionId: session.id,
    factor: session.factor,
    approvesFrom: session.approvesFrom,
    steppedUpUntil: session.steppedUpUntil,
  }
}

/**
 * Opens a session after a factor was verified, which also counts as a confirmation. Mails the
 * person if the browser is new; the enrolment itself already came by mail.
 */
export async function openOperatorSession(
  tx: Db,
  ctx: Context,
  row: OperatorRow,
  signIn: ConsoleDevice & { factor: UsedFactor; isEnrolment?: boolean },
): Promise<{ operator: Operator; tokens: ConsoleTokens }> {
  const now = ctx.now()
  const tokens = { session: newSecret(ctx), device: signIn.deviceToken ?? newSecret(ctx) }
  const device = deviceName(signIn.userAgent)
  const session = await insertSession(tx, {
    operatorId: row.id,
    tokenHash: hashOf(tokens.session),
    factor: signIn.factor.kind,
    approvesFrom: signIn.factor.approvesFrom,
    device,
    createdAt: now,
    lastUsedAt: now,
    endsAt: new Date(now.getTime() + OPERATOR_SESSION_TTL_MS),
    steppedUpUntil: new Date(now.getTime() + STEP_UP_TTL_MS),
  })
  const deviceHash = hashOf(tokens.device)
  const isNew = await rememberDevice(tx, { operatorId: row.id, deviceHash, now })
  if (isNew && !signIn.isEnrolment) {
    await queueNotice(tx, ctx, { operatorId: row.id, event: 'NEW_DEVICE', device })
  }
  await setLanguage(tx, row.id, signIn.language)
  await touchOperator(tx, row, now)
  await appendAudit(tx, {
    at: now,
    actor: actorOf(row),
    action: 'operator.sign-in',
    subject: actorOf(row),
    data: { factor: signIn.factor.kind, isNewDevice: isNew },
  })
  return { operator: operatorOfSession(row, session), tokens }
}

/** Returns whether the person with this address has signed in with this browser before. */
export function isKnownConsoleDevice(
  ctx: Pick<Context, 'db'>,
  email: string,
  device: string,
): Promise<boolean> {
  return findDevice(ctx.db, { email, deviceHash: hashOf(device) })
}

/** Gives a confirmed session a new secret. */
export async function renewSession(
  tx: Db,
  ctx: Context,
  operator: Operator & { sessionId: number },
  { kind: factor, approvesFrom }: UsedFactor,
): Promise<{ operator: Operator; token: string }> {
  const token = newSecret(ctx)
  const now = ctx.now()
  const steppedUpUntil = new Date(now.getTime() + STEP_UP_TTL_MS)
  const confirmed = { factor, approvesFrom, steppedUpUntil }
  const fresh = { ...confirmed, tokenHash: hashOf(token), lastUsedAt: now }
  if (!(await confirmSession(tx, operator.sessionId, fresh))) throw refuse(Code.TOKEN_EXPIRED)
  return { operator: { ...operator, ...confirmed }, token }
}

/** Returns whether the operator confirmed recently. A machine has no factor to confirm with. */
export function isSteppedUp(
  { kind, steppedUpUntil }: Pick<Operator, 'kind' | 'steppedUpUntil'>,
  now: Date,
): boolean {
  return kind === 'MACHINE' || (steppedUpUntil !== null && now < steppedUpUntil)
}

export async function listSessions(
  ctx: Pick<Context, 'db' | 'now'>,
  operator: Operator,
): Promise<CallData<'operatorAuth.sessions'>> {
  const rows = await findOpenSessions(ctx.db, operator.operatorId)
  const open = rows.filter((row) => isOperatorSessionOpen(row, ctx.now()))
  const own = open.filter(({ id }) => id === operator.sessionId)
  const others = open.filter(({ id }) => id !== operator.sessionId)
  return {
    list: [...own, ...others].map((row) => ({
      sessionId: row.id,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      idleUntil: operatorIdleUntil(row).toISOString(),
      endsAt: row.endsAt.toISOString(),
      factor: row.factor,
      device: row.device,
      current: row.id === operator.sessionId,
    })),
  }
}

export async function endOwnSession(
  ctx: Pick<Context, 'db' | 'now'>,
  { operatorId }: Operator,
  id: number,
): Promise<null> {
  if (!(await endSessionRow(ctx.db, { id, operatorId }, ctx.now()))) throw refuse(Code.NOT_FOUND)
  return null
}
