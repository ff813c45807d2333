import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import {
  decideEvaluation,
  decidePinEntry,
  PIN_EVALUATION_LIFE_MS,
  PIN_MAX_ATTEMPTS,
  PIN_TOKEN_LIFE_MS,
} from '@solstice/rules/pin'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { endThisSession, type MemberSession } from '#/modules/session/session.service.ts'
import { changeMember, lockMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { sameText } from '#/platform/keys.ts'
import { refuse, type Refusal } from '#/platform/refusal.ts'
import { evaluate, hashOf, readBlinded } from './pin.oprf.ts'
import { assertNotLocked, retireKey, sealedAbout } from './pin.service.ts'
import {
  deleteEnrolments,
  deletePinKey,
  findActiveKey,
  findEvaluation,
  findPinKey,
  insertEvaluation,
  updateVerified,
  type PinEvaluationRow,
  type PinKeyRow,
} from './pin.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** A refusal that must be committed with what it did is returned, not thrown. */
type OrRefusal<Value> = { value: Value } | { refusal: Refusal }

async function committed<Value>(
  ctx: Context,
  work: (tx: Db) => Promise<OrRefusal<Value>>,
): Promise<Value> {
  const outcome = await ctx.db.transaction(work)
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}

/** The try is counted and committed first; only then is the key touched. */
export async function evaluatePin(
  ctx: Context & Pick<AppContext, 'pinSealer'>,
  session: MemberSession,
  body: CallInput<'pin.evaluate'>['body'],
): Promise<CallData<'pin.evaluate'>> {
  const blinded = readBlinded(body.blinded)
  const { key, evaluationId, attempts } = await committed(ctx, (tx) =>
    countTry(tx, ctx, session, body.pinKeyId),
  )
  const secret = ctx.pinSealer.open(key.sealedKey, sealedAbout(key))
  return { evaluationId, evaluated: evaluate(secret, blinded), attempts }
}

type CountedTry = { key: PinKeyRow; evaluationId: string; attempts: number }

async function countTry(
  tx: Db,
  ctx: Context,
  session: MemberSession,
  pinKeyId: string | undefined,
): Promise<OrRefusal<CountedTry>> {
  const { memberId } = session
  const now = ctx.now()
  assertNotLocked(await lockMember(tx, memberId))
  const key = await keyToTry(tx, memberId, pinKeyId)
  const state = { retiredAt: key.retiredAt ?? undefined, triesUsed: key.triesUsed }
  const decision = decideEvaluation(state, session.openedAt, now)
  switch (decision.kind) {
    case 'unusable':
      throw refuse(Code.NOT_FOUND)
    case 'exceeded':
      return { refusal: await giveUp(tx, ctx, session, key) }
    case 'evaluate': {
      const evaluationId = randomUUID()
      const { attempt } = decision
      const evaluation = {
        id: evaluationId,
        pinKeyId: key.id,
        memberId,
        round: key.round,
        attempt,
        createdAt: now,
      }
      const oldUntil = new Date(now.getTime() - PIN_EVALUATION_LIFE_MS)
      await insertEvaluation(tx, evaluation, oldUntil)
      return { value: { key, evaluationId, attempts: attempt } }
    }
  }
}

async function keyToTry(
  tx: Db,
  memberId: number,
  pinKeyId: string | undefined,
): Promise<PinKeyRow> {
  if (pinKeyId === undefined) {
    const active = await findActiveKey(tx, memberId)
    if (!active) throw refuse(Code.PIN_NOT_SET)
    return active
  }
  const key = await findPinKey(tx, memberId, pinKeyId)
  if (!key || key.state === 'ENROLLING') throw refuse(Code.NOT_FOUND)
  return key
}

/**
 * The tries are used up. The key in use is retired and the account PIN-locked until somebody logs
 * in with the password; a retired key is lost for good.
 */
async function giveUp(
  tx: Db,
  ctx: Context,
  session: MemberSession,
  key: PinKeyRow,
): Promise<Refusal> {
  if (key.state === 'RETIRED') {
    await deletePinKey(tx, key.id)
    return refuse(Code.NOT_FOUND)
  }
  await retireKey(tx, ctx, key)
  await deleteEnrolments(tx, session.memberId)
  await changeMember(tx, session.memberId, { pinLockedAt: ctx.now() })
  await endThisSession(tx, ctx, session)
  await recordSecurityEvent(tx, ctx, { memberId: session.memberId, kind: 'PIN_LOCKED' })
  return refuse(Code.PIN_ATTEMPTS_EXCEEDED)
}

/** May be repeated for ten minutes: a right answer gives the same token, a wrong one costs nothing more. */
export function verifyPin(
  ctx: Context & Pick<AppContext, 'keys'>,
  session: MemberSession,
  body: CallInput<'pin.verify'>['body'],
): Promise<CallData<'pin.verify'>> {
  return committed(ctx, (tx) => judgeEntry(tx, ctx, session, body))
}

async function judgeEntry(
  tx: Db,
  ctx: Context & Pick<AppContext, 'keys'>,
  session: MemberSession,
  { evaluationId, proof, purpose }: CallInput<'pin.verify'>['body'],
): Promise<OrRefusal<CallData<'pin.verify'>>> {
  const now = ctx.now()
  assertNotLocked(await lockMember(tx, session.memberId))
  const { evaluation, key } = await entryToJudge(tx, session.memberId, evaluationId, now)

  const state = { retiredAt: key.retiredAt ?? undefined, triesUsed: key.triesUsed }
  const verdict = decidePinEntry(state, {
    matches: sameText(key.proofHash ?? '', hashOf(proof)),
    attempt: evaluation.attempt,
    outdated: evaluation.round !== key.round || evaluation.verifiedAt !== null,
  })
  switch (verdict.kind) {
    case 'wrong':
      return { refusal: incorrect(verdict.attempts) }
    case 'exceeded': {
      const refusal = await giveUp(tx, ctx, session, key)
      // A previous PIN that is lost ends no session: the fifth try is told like the others.
      return { refusal: key.state === 'RETIRED' ? incorrect(PIN_MAX_ATTEMPTS) : refusal }
    }
    case 'right': {
      if (evaluation.verifiedAt) return sameAnswer(ctx, evaluation, purpose)
      const verified: PinEvaluationRow = {
        ...evaluation,
        verifiedAt: now,
        purpose,
        failedSince: verdict.failedSince,
        ...(key.state === 'ACTIVE' ? newToken(ctx, evaluation.id, now) : {}),
      }
      const round = key.state === 'ACTIVE' ? key.round + 1 : key.round
      await updateVerified(tx, verified, { triesUsed: verdict.triesUsed, round })
      return sameAnswer(ctx, verified, purpose)
    }
  }
}

async function entryToJudge(
  tx: Db,
  memberId: number,
  evaluationId: string,
  now: Date,
): Promise<{ evaluation: PinEvaluationRow; key: PinKeyRow }> {
  const found = await findEvaluation(tx, memberId, evaluationId)
  const over =
    found && now.getTime() >= found.evaluation.createdAt.getTime() + PIN_EVALUATION_LIFE_MS
  if (found && !over) return found
  throw refuse((await findActiveKey(tx, memberId)) ? Code.NOT_FOUND : Code.PIN_NOT_SET)
}

function incorrect(attempts: number): Refusal {
  const counted = { attempts, maxAttempts: PIN_MAX_ATTEMPTS }
  return refuse(Code.PIN_INCORRECT, { values: counted, data: counted })
}

/** One entry gives one token for one purpose, however often it is asked for. */
function sameAnswer(
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
    tokenExpiresAt: new Date(now.getTime() + PIN_TOKEN_LIFE_MS),
  }
}

/** Derived, not stored: it can be told again after a lost reply, and the database cannot tell it. */
function tokenOf(ctx: Pick<AppContext, 'keys'>, evaluationId: string): string {
  return ctx.keys.mac('pin-token', evaluationId)
}
