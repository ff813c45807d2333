import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { isFreshLogin } from '@solstice/rules/account'
import { DELETED_PIN_KEY_TTL_MS, PIN_ENROLMENT_TTL_MS, PIN_MAX_ATTEMPTS } from '@solstice/rules/pin'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { endOtherSessions, type MemberSession } from '#/modules/session/session.service.ts'
import {
  changeMember,
  loadMember,
  lockMember,
  verifyPassword,
  type Member,
} from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { isEqualConstantTime } from '#/platform/process/keys.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { enrolDevice, findOwnCount, resetOwnCounts } from './pin-attempt.queries.ts'
import { ERASE_DELETED_PINS, type EraseDeletedPins } from './pin.jobs.ts'
import { evaluate, hashOf, pinKeyFrom, readBlinded } from './pin.oprf.ts'
import { consumePinToken } from './pin-token.service.ts'
import {
  deleteEnrolments,
  deleteEvaluationsOfKey,
  findActiveKey,
  findEnrolment,
  insertPinKey,
  newestRetirement,
  updatePinKey,
  type PinKeyRow,
} from './pin.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** Release 1.0 stretches a PIN with this number of iterations and does not send it. */
const LEGACY_ITERATIONS = 900_000

export async function pinState(
  ctx: Context,
  { memberId, sessionId }: MemberSession,
  deviceId: string | undefined,
): Promise<CallData<'pin.state'>> {
  const member = await loadMember(ctx, memberId)
  const key = await findActiveKey(ctx.db, memberId)
  const enrolments = [...(deviceId === undefined ? [] : [deviceId]), sessionEnrolment(sessionId)]
  const own = key && (await findOwnCount(ctx.db, key.id, enrolments))
  return {
    hasPin: key !== undefined,
    locked: member.pinLockedAt !== null,
    attempts: (own ?? key)?.triesUsed ?? 0,
    maxAttempts: PIN_MAX_ATTEMPTS,
    pinKeyId: key?.id ?? null,
    salt: key?.salt ?? null,
    iterations: key?.iterations ?? null,
  }
}

export async function hasPin(ctx: Pick<AppContext, 'db'>, memberId: number): Promise<boolean> {
  return (await findActiveKey(ctx.db, memberId)) !== undefined
}

/**
 * Starts an enrolment with a new key, so no attempt is counted. Only the newest enrolment of a
 * member can be finished. A member with a PIN must have entered it; one without must prove the
 * password, so that a copied session alone cannot set a PIN.
 */
export async function enrolPin(
  ctx: Context & Pick<AppContext, 'randomBytes' | 'pinSealer' | 'passwords'>,
  session: MemberSession,
  body: CallInput<'pin.enrol'>['body'],
  pinToken: string | undefined,
): Promise<CallData<'pin.enrol'>> {
  const { memberId } = session
  const blinded = readBlinded(body.blinded)
  const key = pinKeyFrom(ctx.randomBytes(32))
  const id = randomUUID()
  const enrolmentId = randomUUID()
  const checkedHash =
    body.password === undefined ? undefined : await verifyPassword(ctx, memberId, body.password)
  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId)
    assertNotLocked(member)
    if (await findActiveKey(tx, memberId)) {
      if (pinToken === undefined) throw refuse(Code.PIN_ALREADY_SET)
      await consumePinToken(tx, ctx, { memberId, purpose: 'PIN_CHANGE', pinToken })
    } else {
      await assertOpenedAfterLock(tx, session)
      const hasPassword = checkedHash === member.passwordHash
      if (!hasPassword && !isFreshLogin(session.openedAt, ctx.now())) {
        throw refuse(Code.PASSWORD_MISMATCH)
      }
    }
    await deleteEnrolments(tx, memberId)
    await insertPinKey(tx, {
      id,
      memberId,
      enrolmentId,
      state: 'ENROLLING',
      sealedKey: ctx.pinSealer.seal(key, pinKeyAssociatedData({ id, memberId })),
      salt: body.salt,
      iterations: body.iterations ?? LEGACY_ITERATIONS,
      createdAt: ctx.now(),
    })
  })
  return { enrolmentId, pinKeyId: id, evaluated: evaluate(key, blinded) }
}

/**
 * Finishes an enrolment. The same enrolment and proof may be sent twice, because a response may be
 * lost.
 */
export async function setPin(
  ctx: Context,
  { session, deviceId }: { session: MemberSession; deviceId: string | undefined },
  { enrolmentId, proof }: CallInput<'pin.set'>['body'],
): Promise<CallData<'pin.set'>> {
  const { memberId } = session
  const proofHash = hashOf(proof)
  const pinKeyId = await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId)
    assertNotLocked(member)
    const enrolled = await findEnrolment(tx, memberId, enrolmentId)
    if (enrolled?.state === 'ACTIVE') {
      if (!isEqualConstantTime(enrolled.proofHash ?? '', proofHash))
        throw refuse(Code.INVALID_REQUEST)
      return enrolled.id
    }
    if (enrolled?.state !== 'ENROLLING' || isOver(enrolled, ctx.now())) {
      throw refuse(Code.PIN_NOT_SET)
    }
    const replaced = await findActiveKey(tx, memberId)
    if (replaced) await retireKey(tx, ctx, replaced)
    else await assertOpenedAfterLock(tx, session)
    // A device can lose its session, so a key set without a device key must be available to any
    // device.
    const shared = deviceId === undefined
    await updatePinKey(tx, enrolled.id, { state: 'ACTIVE', proofHash, shared })
    await enrolDevice(tx, {
      pinKeyId: enrolled.id,
      deviceId: deviceId ?? sessionEnrolment(session.sessionId),
      enrolledAt: ctx.now(),
    })
    await afterNewPin(tx, ctx, { member, session, provenByOldPin: replaced !== undefined })
    return enrolled.id
  })
  return { hasPin: true, pinKeyId }
}

function isOver(enrolled: PinKeyRow, now: Date): boolean {
  return now.getTime() >= enrolled.createdAt.getTime() + PIN_ENROLMENT_TTL_MS
}

/** Notifies the member. A PIN that is not the first ends the other sessions. */
async function afterNewPin(
  tx: Db,
  ctx: Context,
  { member, session, provenByOldPin }: NewPin,
): Promise<void> {
  if (member.pinFirstSetAt === null) {
    await changeMember(tx, member.id, { pinFirstSetAt: ctx.now() })
    await recordSecurityEvent(tx, ctx, { memberId: member.id, kind: 'PIN_SET' })
    return
  }
  await endOtherSessions(tx, ctx, session)
  const kind = provenByOldPin ? 'PIN_CHANGED' : 'PIN_REPLACED'
  await recordSecurityEvent(tx, ctx, { memberId: member.id, kind })
}

type NewPin = { member: Member; session: MemberSession; provenByOldPin: boolean }

export function assertNotLocked(member: Pick<Member, 'pinLockedAt'>): void {
  if (member.pinLockedAt) throw refuse(Code.PIN_LOCKED)
}

/**
 * Requires a session opened after the lock, because the login that lifted it proves nothing about
 * earlier sessions.
 */
async function assertOpenedAfterLock(tx: Db, session: MemberSession): Promise<void> {
  const lostAt = await newestRetirement(tx, session.memberId)
  if (lostAt && session.openedAt < lostAt) throw refuse(Code.PIN_LOCKED)
}

/**
 * Retires a key. Its wallets can still be opened, but its tokens and open evaluations are deleted
 * immediately.
 */
export async function retireKey(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  key: Pick<PinKeyRow, 'id'>,
): Promise<void> {
  await deleteEvaluationsOfKey(tx, key.id)
  await updatePinKey(tx, key.id, {
    state: 'RETIRED',
    retiredAt: ctx.now(),
    triesUsed: 0,
    lastTryAt: null,
  })
  await resetOwnCounts(tx, key.id)
}

/** Clears the PIN lock after a full login, which proves more than a PIN. */
export async function clearPinLock(
  tx: Db,
  member: Pick<Member, 'id' | 'pinLockedAt'>,
): Promise<void> {
  if (member.pinLockedAt) await changeMember(tx, member.id, { pinLockedAt: null })
}

/**
 * Retires the PINs as part of the account deletion. The keys stay for a while, without personal
 * data, so that a thief who deletes the account cannot destroy the owner's wallet.
 */
export async function retirePinsOfDeleted(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<void> {
  const now = ctx.now()
  const active = await findActiveKey(tx, memberId)
  if (active) await retireKey(tx, ctx, active)
  await deleteEnrolments(tx, memberId)
  const payload: EraseDeletedPins = { memberId }
  const dueAt = new Date(now.getTime() + DELETED_PIN_KEY_TTL_MS)
  await enqueue(tx, ERASE_DELETED_PINS, { payload, dueAt, now })
}

/** Returns the enrolment id of a device without a device key; no key thumbprint has this form. */
export function sessionEnrolment(sessionId: string): string {
  return `session:${sessionId}`
}

/** Binds a sealed key to its row and member, so that a copy elsewhere cannot be opened. */
export function pinKeyAssociatedData({ id, memberId }: Pick<PinKeyRow, 'id' | 'memberId'>): string {
  return `pin-key:${id}:${memberId}`
}
