import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { normaliseEmail } from '@solstice/rules/email'
import { OPERATOR_LOGIN_TTL_MS } from '@solstice/rules/operator'
import { appendAudit } from '#/platform/books/audit.ts'
import { countCall } from '#/platform/books/limits.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { openEnrolment } from './enrolment-link.service.ts'
import {
  findFactors,
  findPasswordOf,
  useRecoveryCode,
  type FactorRow,
} from './operator-factor.queries.ts'
import { knownPasskeys, usePasskeyAssertion, useTotpCode } from './operator-factor.service.ts'
import { attemptLogin, insertLogin, takeLogin } from './operator-login.queries.ts'
import { requestOptions, type Assertion } from './operator-passkey.ts'
import { hashOf, newSecret } from './operator-secret.ts'
import { setStepUpChallenge, takeStepUpChallenge } from './operator-session.queries.ts'
import {
  isKnownConsoleDevice,
  openOperatorSession,
  renewSession,
  type ConsoleDevice,
  type ConsoleTokens,
} from './operator-session.service.ts'
import { findOperator, findPersonByEmail, type OperatorRow } from './operator.queries.ts'
import { actorOf, type Operator } from './operator.service.ts'

const CHALLENGE_BYTES = 32

type Factor = CallInput<'operatorAuth.finish'>['body']

/**
 * Begins a sign-in. Verifies exactly one password hash on every path with a password, so that the
 * response time does not reveal whether an operator has this address.
 */
export async function beginLogin(
  ctx: AppContext,
  { email, password }: CallInput<'operatorAuth.begin'>['body'],
  origin: string,
): Promise<CallData<'operatorAuth.begin'>> {
  const loginId = newSecret(ctx)
  const expiresAt = new Date(ctx.now().getTime() + OPERATOR_LOGIN_TTL_MS)
  const login = { loginHash: hashOf(loginId), expiresAt }
  const begun = { loginId, expiresAt: expiresAt.toISOString() }
  if (email === undefined || password === undefined) {
    const challenge = ctx.randomBytes(CHALLENGE_BYTES)
    await insertLogin(ctx.db, { ...login, challenge: textOf(challenge) })
    return { ...begun, passkey: await requestOptions({ origin, challenge }) }
  }
  const found = await findPasswordOf(ctx.db, normaliseEmail(email))
  const { passwords } = ctx
  const matches = await passwords.verify(found?.passwordHash ?? passwords.decoyHash, password)
  if (!found || !matches) {
    ctx.log.warn({ operatorId: found?.operatorId }, 'A password of an operator was wrong')
    throw refuse(Code.CREDENTIALS_INVALID)
  }
  await insertLogin(ctx.db, { ...login, operatorId: found.operatorId })
  return { ...begun, passkey: null }
}

/** Finishes a sign-in with the second factor, or with a passkey alone. */
export async function finishLogin(
  ctx: AppContext,
  loginId: string,
  factor: Factor,
  device: ConsoleDevice & { origin: string },
): Promise<{ operator: Operator; tokens: ConsoleTokens }> {
  const loginHash = hashOf(loginId)
  const login = await attemptLogin(ctx.db, loginHash, ctx.now())
  if (!login) throw refuse(Code.CREDENTIALS_INVALID)
  const waiting =
    login.operatorId === null ? undefined : await findOperator(ctx.db, login.operatorId)
  const succeeded = waiting ? await countCode(ctx, await browserOf(ctx, waiting, device)) : noCount
  const opened = await ctx.db.transaction(async (tx) => {
    const { origin } = device
    const used = factor.passkey
      ? await useLoginPasskey(tx, ctx, factor.passkey, { origin, challenge: login.challenge })
      : await useLoginCode(tx, ctx, waiting, factor.code)
    const row = used && (await findOperator(tx, used.operatorId))
    // Disabled meanwhile, or another request finished this login.
    if (!row || row.disabledAt || !(await takeLogin(tx, loginHash))) return undefined
    return openOperatorSession(tx, ctx, row, { ...device, factor: used })
  })
  if (!opened) {
    ctx.log.warn({ operatorId: login.operatorId }, 'A sign-in of an operator failed')
    throw refuse(Code.CREDENTIALS_INVALID)
  }
  await succeeded()
  return opened
}

async function useLoginPasskey(
  tx: Db,
  ctx: AppContext,
  assertion: Assertion,
  { origin, challenge }: { origin: string; challenge: string | null },
): Promise<FactorRow | undefined> {
  if (challenge === null) return undefined
  return usePasskeyAssertion(tx, ctx, assertion, { origin, challenge })
}

async function useLoginCode(
  tx: Db,
  ctx: AppContext,
  waiting: OperatorRow | undefined,
  code: string | undefined,
): Promise<FactorRow | undefined> {
  if (!waiting || code === undefined) return undefined
  return useTotpCode(tx, ctx, waiting.id, code)
}

/** Returns what the signed-in person may confirm with. */
export async function stepUpOptions(
  ctx: AppContext,
  operator: Operator,
  origin: string,
): Promise<CallData<'operatorAuth.stepUpOptions'>> {
  const { operatorId, sessionId } = withSession(operator)
  const factors = await findFactors(ctx.db, [operatorId])
  const totp = factors.some(({ kind }) => kind === 'TOTP')
  const known = knownPasskeys(factors)
  if (known.length === 0) return { passkey: null, totp }
  const challenge = ctx.randomBytes(CHALLENGE_BYTES)
  await setStepUpChallenge(ctx.db, sessionId, textOf(challenge))
  return { passkey: await requestOptions({ origin, challenge, known }), totp }
}

/** Confirms the person again and replaces the secret of the session. */
export async function stepUp(
  ctx: AppContext,
  operator: Operator,
  factor: Factor,
  origin: string,
): Promise<{ operator: Operator; token: string }> {
  const own = withSession(operator)
  const succeeded = await countCode(ctx, `${own.operatorId} session:${own.sessionId}`)
  // Taken in its own transaction, so that a failed assertion uses up its challenge, too.
  const challenge = factor.passkey
    ? await ctx.db.transaction((tx) => takeStepUpChallenge(tx, own.sessionId))
    : undefined
  const renewed = await ctx.db.transaction(async (tx) => {
    const { operatorId } = own
    const used = factor.passkey
      ? challenge === undefined
        ? undefined
        : await usePasskeyAssertion(tx, ctx, factor.passkey, { origin, challenge, operatorId })
      : await useTotpCode(tx, ctx, operatorId, factor.code ?? '')
    return used && renewSession(tx, ctx, own, used)
  })
  if (!renewed) throw refuse(Code.CREDENTIALS_INVALID)
  await succeeded()
  return renewed
}

/**
 * Uses up a recovery code and mails a new enrolment link, so that a code without the mailbox, or
 * the mailbox without a code, opens nothing. Every outcome has the same response.
 */
export async function recover(
  ctx: AppContext,
  { email: given, recoveryCode }: CallInput<'operatorAuth.recover'>['body'],
): Promise<null> {
  const email = normaliseEmail(given)
  const row = await findPersonByEmail(ctx.db, email)
  if (!row || row.disabledAt) return null
  await ctx.db.transaction(async (tx) => {
    if (!(await useRecoveryCode(tx, row.id, hashOf(recoveryCode), ctx.now()))) return
    await openEnrolment(tx, ctx, row.id)
    const subject = actorOf(row)
    await appendAudit(tx, {
      at: ctx.now(),
      actor: subject,
      action: 'operator.use-recovery-code',
      subject,
      data: {},
    })
  })
  return null
}

/**
 * Counts a code before it is checked; refuses with 2902 beyond the limit. Only somebody who knows
 * the password comes here, so the limit locks out nobody by name.
 */
function countCode(ctx: AppContext, subject: string): Promise<() => Promise<void>> {
  return countCall(ctx, ['operatorCodesPerName'], { operator: subject })
}

const noCount = async (): Promise<void> => {}

/** A browser in which the person has signed in before counts apart from all others. */
async function browserOf(
  ctx: AppContext,
  { id, email }: OperatorRow,
  { deviceToken }: ConsoleDevice,
): Promise<string> {
  const isKnown =
    email !== null &&
    deviceToken !== undefined &&
    (await isKnownConsoleDevice(ctx, email, deviceToken))
  return isKnown ? `${id} device:${deviceToken}` : String(id)
}

/** Sessions belong to people; the calls about them accept no token. */
function withSession(operator: Operator): Operator & { sessionId: number } {
  if (operator.sessionId === undefined) throw refuse(Code.ACCESS_DENIED)
  return { ...operator, sessionId: operator.sessionId }
}

function textOf(challenge: Uint8Array): string {
  return Buffer.from(challenge).toString('base64url')
}
