import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import {
  decideEvaluation,
  decidePinEntry,
  PIN_EVALUATION_TTL_MS,
  PIN_MAX_ATTEMPTS,
  PIN_TOKEN_TTL_MS,
  pinCountOf,
  pinTriesOf,
} from '@solstice/rules/pin'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { endThisSession, type MemberSession } from '#/modules/session/session.service.ts'
import {
  changeMember,
  lockMember,
  lockMemberOrDeleted,
  type Member,
} from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { isEqualConstantTime } from '#/platform/process/keys.ts'
import { refuse, type Refusal } from '#/platform/process/refusal.ts'
import { resealWhenUsed } from './pin-reseal.service.ts'
import {
  enrolDevice,
  findEvaluation,
  findOwnCount,
  insertEvaluation,
  sharedCountOf,
  updateVerified,
  type KeyCount,
  type OwnCount,
  type PinEvaluationRow,
} from './pin-attempt.queries.ts'
import { evaluate, hashOf, readBlinded } from './pin.oprf.ts'
import {
  assertNotLocked,
  retireKey,
  pinKeyAssociatedData,
  sessionEnrolment,
} from './pin.service.ts'
import {
  deleteEnrolments,
  findActiveKey,
  findPinKey,
  updatePinKey,
  type PinKeyRow,
} from './pin.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** A refusal whose changes must be committed is returned instead of thrown. */
type OrRefusal<Value> = { value: Value } | { refusal: Refusal }

async function runCommitted<Value>(
  ctx: Context,
  work: (tx: Db) => Promise<OrRefusal<Value>>,
): Promise<Value> {
  const outcome = await ctx.db.transaction(work)
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}

/** The proofs of a caller; each may be missing. */
export type PinCaller = {
  session: MemberSession | undefined
  /** The device whose key the caller proved. */
  deviceId: string | undefined
  /** The session of the refresh token, which may have ended. */
  heldSessionId: string | undefined
}

/** Counts and commits the attempt before the key is used. */
export async function evaluatePin(
  ctx: Context & Pick<AppContext, 'pinSealer'>,
  caller: PinCaller,
  body: CallInput<'pin.evaluate'>['body'],
): Promise<CallData<'pin.evaluate'>> {
  const blinded = readBlinded(body.blinded)
  const { key, evaluationId, attempts } = await runCommitted(ctx, (tx) =>
    countTry(tx, ctx, caller, body.pinKeyId),
  )
  const secret = ctx.pinSealer.open(key.sealedKey, pinKeyAssociatedData(key))
  await resealWhenUsed(ctx, key)
  return { evaluationId, evaluated: evaluate(secret, blinded), attempts }
}

/**
 * Returns the remaining attempts under the same rules as an attempt, so that a caller who may not
 * try a key learns nothing about it.
 */
export function pinTries(
  ctx: Context,
  caller: PinCaller,
  pinKeyId: string,
): Promise<CallData<'pin.tries'>> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const { key, member } = await keyToTry(tx, caller, pinKeyId)
    const count = await countToCharge(tx, { key, member, caller, now })
    const { triesLeft, retryAt } = pinTriesOf(stateOf(key), count, now)
    return {
      triesUsed: count.triesUsed,
      triesLeft,
      retryAt: retryAt?.toISOString() ?? null,
      retired: key.retiredAt !== null,
    }
  })
}

type CountedTry = { key: PinKeyRow; evaluationId: string; attempts: number }

async function countTry(
  tx: Db,
  ctx: Context,
  caller: PinCaller,
  pinKeyId: string | undefined,
): Promise<OrRefusal<CountedTry>> {
  const now = ctx.now()
  const { key, member } = await keyToTry(tx, caller, pinKeyId)
  const count = await countToCharge(tx, { key, member, caller, now })
  const decision = decideEvaluation(stateOf(key), count, now)
  switch (decision.kind) {
    case 'wait':
      throw waitUntil(decision.retryAt, now)
    case 'exceeded':
      return { refusal: await lockPin(tx, ctx, { key, session: sessionOf(caller, key) }) }
    case 'evaluate': {
      const { attempt } = decision
      const evaluation = {
        id: randomUUID(),
        pinKeyId: key.id,
        memberId: key.memberId,
        round: count.round,
        attempt,
        createdAt: now,
        deviceId: 'deviceId' in count ? count.deviceId : (caller.deviceId ?? null),
        ownCount: count.of === 'own',
      }
      const oldUntil = new Date(now.getTime() - PIN_EVALUATION_TTL_MS)
      await insertEvaluation(tx, evaluation, oldUntil)
      return { value: { key, evaluationId: evaluation.id, attempts: attempt } }
    }
  }
}

/** Locks the member's row for the rest of the transaction, which serialises attempts. */
async function keyToTry(
  tx: Db,
  caller: PinCaller,
  pinKeyId: string | undefined,
): Promise<{ key: PinKeyRow; member: Member }> {
  if (pinKeyId === undefined) {
    const { session } = caller
    if (!session) throw refuse(Code.TOKEN_EXPIRED)
    const member = await lockMember(tx, session.memberId)
    assertNotLocked(member)
    const active = await findActiveKey(tx, session.memberId)
    if (!active) throw refuse(Code.PIN_NOT_SET)
    return { key: active, member }
  }
  const named = await findPinKey(tx, pinKeyId)
  if (!named) throw refuse(missingKeyCode(caller))
  const member = await lockMemberOrDeleted(tx, named.memberId)
  const key = await findPinKey(tx, pinKeyId)
  if (!key || key.state === 'ENROLLING') throw refuse(missingKeyCode(caller))
  return { key, member }
}

type Attempt = { key: PinKeyRow; member: Member; caller: PinCaller; now: Date }

async function countToCharge(
  tx: Db,
  { key, member, caller, now }: Attempt,
): Promise<KeyCount | OwnCount> {
  const own = await findOwnCount(tx, key.id, enrolmentsOf(caller))
  const charged = pinCountOf(
    {
      ...stateOf(key),
      canLogIn: member.status === 'ACTIVE',
      deletedAt: member.deletedAt ?? undefined,
      lastSharedTryAt: key.lastTryAt ?? undefined,
    },
    {
      enrolled: own !== undefined,
      loggedInAt: sessionOf(caller, key)?.openedAt,
    },
    now,
  )
  if (charged === 'own' && own) return own
  if (charged === 'shared') return sharedCountOf(key)
  // Only an enrolled device may try the key despite the lock.
  if (caller.deviceId === undefined && sessionOf(caller, key)) assertNotLocked(member)
  throw refuse(unavailableKeyCode(key, caller))
}

/** Returns the ids under which the caller may be enrolled, the device key first. */
function enrolmentsOf({ deviceId, heldSessionId }: PinCaller): string[] {
  return [
    ...(deviceId === undefined ? [] : [deviceId]),
    ...(heldSessionId === undefined ? [] : [sessionEnrolment(heldSessionId)]),
  ]
}

/** Returns TOKEN_EXPIRED for a caller without any proof, so that the app asks for a login. */
function missingKeyCode({ session, deviceId }: PinCaller): Code {
  return session || deviceId !== undefined ? Code.NOT_FOUND : Code.TOKEN_EXPIRED
}

/** Returns a code that makes the app ask for a login if the key would be available after one. */
function unavailableKeyCode(key: PinKeyRow, caller: PinCaller): Code {
  const wouldLogInHelp = key.state === 'ACTIVE' || key.shared
  if (wouldLogInHelp && !caller.session) return Code.TOKEN_EXPIRED
  return wouldLogInHelp && sessionOf(caller, key) ? Code.PIN_LOCKED : missingKeyCode(caller)
}

/** Ignores a session of another account on this device: it proves nothing about this key. */
function sessionOf(
  { session }: PinCaller,
  { memberId }: Pick<PinKeyRow, 'memberId'>,
): MemberSession | undefined {
  return session?.memberId === memberId ? session : undefined
}

function stateOf({ retiredAt, shared }: PinKeyRow) {
  return { retiredAt: retiredAt ?? undefined, shared }
}

/** Retires an active key without attempts left and locks the PIN until a password login. */
async function lockPin(
  tx: Db,
  ctx: Context,
  { key, session }: { key: PinKeyRow; session: MemberSession | undefined },
): Promise<Refusal> {
  const { memberId } = key
  await retireKey(tx, ctx, key)
  await deleteEnrolments(tx, memberId)
  await changeMember(tx, memberId, { pinLockedAt: ctx.now() })
  if (session) await endThisSession(tx, ctx, session)
  await recordSecurityEvent(tx, ctx, { memberId, kind: 'PIN_LOCKED' })
  return refuse(Code.PIN_ATTEMPTS_EXCEEDED)
}

/**
 * Verifies a PIN entry. It may be repeated for ten minutes: a correct one returns the same token, a
 * wrong one costs no further attempt.
 */
export function verifyPin(
  ctx: Context & Pick<AppContext, 'keys'>,
  caller: PinCaller,
  body: CallInput<'pin.verify'>['body'],
): Promise<CallData<'pin.verify'>> {
  return runCommitted(ctx, (tx) => verifyEntry(tx, ctx, caller, body))
}

async function verifyEntry(
  tx: Db,
  ctx: Context & Pick<AppContext, 'keys'>,
  caller: PinCaller,
  { evaluationId, proof, purpose }: CallInput<'pin.verify'>['body'],
): Promise<OrRefusal<CallData<'pin.verify'>>> {
  const now = ctx.now()
  const { evaluation, key } = await findEntryToVerify(tx, caller, evaluationId, now)
  const count = await countOf(tx, evaluation, key)
  const session = sessionOf(caller, key)
  const verdict = decidePinEntry(stateOf(key), count, {
    matches: isEqualConstantTime(key.proofHash ?? '', hashOf(proof)),
    attempt: evaluation.attempt,
    outdated: evaluation.round !== count.round || evaluation.verifiedAt !== null,
    countedOn: count.of,
  })
  switch (verdict.kind) {
    case 'wrong':
      return { refusal: incorrect(verdict.attempts, verdict.retryAt) }
    case 'exceeded':
      return { refusal: await lockPin(tx, ctx, { key, session }) }
    case 'right': {
      await enrolProver(tx, key, { caller, now })
      if (evaluation.verifiedAt) return repeatedResponse(ctx, evaluation, purpose)
      const isActive = key.state === 'ACTIVE'
      const verified: PinEvaluationRow = {
        ...evaluation,
        verifiedAt: now,
        purpose,
        failedSince: verdict.failedSince,
        // Only a session can use a token.
        ...(isActive && session ? newToken(ctx, evaluation.id, now) : {}),
      }
      const round = isActive ? count.round + 1 : count.round
      await updateVerified(tx, verified, { triesUsed: verdict.triesUsed, round })
      return repeatedResponse(ctx, verified, purpose)
    }
  }
}

/**
 * Enrols the device that proved the PIN, because it may hold a wallet under this key. A device
 * without a device key is enrolled by its session, which it may lose, so the key becomes shared and
 * stays reachable.
 */
async function enrolProver(
  tx: Db,
  key: PinKeyRow,
  { caller, now }: { caller: PinCaller; now: Date },
): Promise<void> {
  const session = sessionOf(caller, key)
  const deviceId = caller.deviceId ?? (session && sessionEnrolment(session.sessionId))
  if (deviceId !== undefined) {
    await enrolDevice(tx, { pinKeyId: key.id, deviceId, enrolledAt: now })
  }
  if (caller.deviceId === undefined && !key.shared) {
    await updatePinKey(tx, key.id, { shared: true })
  }
}

async function countOf(tx: Db, evaluation: PinEvaluationRow, key: PinKeyRow): Promise<KeyCount> {
  const own = evaluation.ownCount
    ? await findOwnCount(tx, key.id, evaluation.deviceId === null ? [] : [evaluation.deviceId])
    : undefined
  return own ?? sharedCountOf(key)
}

async function findEntryToVerify(
  tx: Db,
  caller: PinCaller,
  evaluationId: string,
  now: Date,
): Promise<{ evaluation: PinEvaluationRow; key: PinKeyRow }> {
  const { session } = caller
  const evaluationBefore = await findEvaluation(tx, evaluationId)
  if (evaluationBefore && (await isEvaluationOfCaller(tx, caller, evaluationBefore))) {
    // Read again under the lock, because the key may have been retired meanwhile.
    const found = await findEvaluation(tx, evaluationId)
    const endsAtMs = (found?.evaluation.createdAt.getTime() ?? 0) + PIN_EVALUATION_TTL_MS
    if (found && now.getTime() < endsAtMs) return found
  }
  if (!session) throw refuse(missingKeyCode(caller))
  assertNotLocked(await lockMember(tx, session.memberId))
  throw refuse((await findActiveKey(tx, session.memberId)) ? Code.NOT_FOUND : Code.PIN_NOT_SET)
}

/**
 * Returns whether the evaluation belongs to the caller, and locks the member. Without a session and
 * a device key, knowing the evaluation id is sufficient.
 */
async function isEvaluationOfCaller(
  tx: Db,
  caller: PinCaller,
  { evaluation: { deviceId }, key }: { evaluation: PinEvaluationRow; key: PinKeyRow },
): Promise<boolean> {
  const member = await lockMemberOrDeleted(tx, key.memberId)
  if (sessionOf(caller, key)) return true
  return deviceId === null ? member.status !== 'ACTIVE' : enrolmentsOf(caller).includes(deviceId)
}

function waitUntil(retryAt: Date, now: Date): Refusal {
  return refuse(Code.PIN_WAIT, {
    data: { retryAt: retryAt.toISOString() },
    retryAfterSeconds: Math.ceil((retryAt.getTime() - now.getTime()) / 1000),
  })
}

function incorrect(attempts: number, retryAt: Date | undefined): Refusal {
  const counted = { attempts, maxAttempts: PIN_MAX_ATTEMPTS }
  const data = retryAt ? { ...counted, retryAt: retryAt.toISOString() } : counted
  return refuse(Code.PIN_INCORRECT, { values: counted, data })
}

/** Returns one token per entry and purpose, regardless of repetitions. */
function repeatedResponse(
  ctx: Pick<AppContext, 'keys'>,
  evaluation: PinEvaluationRow,
  purpose: PinEvaluationRow['purpose'],
): OrRefusal<CallData<'pin.verify'>> {
  if (evaluation.purpose !== purpose) return { refusal: refuse(Code.INVALID_REQUEST) }
  const answer = { verified: true, failedSince: evaluation.failedSince ?? 0 } as const
  if (!evaluation.tokenExpiresAt) return { value: answer }
  const pinToken = tokenOf(ctx, evaluation.id)
  return {
    value: { ...answer, pinToken, expiresAt: evaluation.tokenExpiresAt.toISOString() },
  }
}

function newToken(ctx: Pick<AppContext, 'keys'>, evaluationId: string, now: Date) {
  return {
    tokenHash: hashOf(tokenOf(ctx, evaluationId)),
    tokenExpiresAt: new Date(now.getTime() + PIN_TOKEN_TTL_MS),
  }
}

/**
 * Derives the token instead of storing it, so that it can be returned again after a lost response
 * and cannot be read from the database.
 */
function tokenOf(ctx: Pick<AppContext, 'keys'>, evaluationId: string): string {
  return ctx.keys.mac('pin-token', evaluationId)
}
