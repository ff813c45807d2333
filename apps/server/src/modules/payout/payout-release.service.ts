import { MINUTE_MS } from '@solstice/rules/duration'
import type { Fees } from '@solstice/rules/gas'
import { holdFor } from '@solstice/rules/payout'
import { CANCEL_GAS } from '@solstice/rules/signer'
import { payoutHoldOf } from '#/modules/security/security.service.ts'
import { lockMemberForShare } from '#/modules/users/users.service.ts'
import type { AppContext, SignerRefusal } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  insertAttempt,
  insertCancellation,
  noteWaiting,
  requeuePayout,
} from './payout-attempt.queries.ts'
import { heldUntil } from './payout.service.ts'
import type { Payout } from './payout.queries.ts'

type Context = Pick<AppContext, 'now' | 'log'> & {
  /** The fees that the network asks for now. */
  fees: Fees
}

/** The wait after a refusal without an end: the limits of the signer may have changed by then. */
const REFUSED_WAIT_MS = 10 * MINUTE_MS

/** The signer has a clock of its own: a time that is over by ours would be asked about without end. */
const REFUSED_WAIT_MIN_MS = MINUTE_MS

/** Until when nobody asks the signer again. */
export function refusedUntil({ until }: SignerRefusal, now: Date): Date {
  const nowMs = now.getTime()
  const untilMs = until?.getTime() ?? nowMs + REFUSED_WAIT_MS
  return new Date(Math.max(untilMs, nowMs + REFUSED_WAIT_MIN_MS))
}

/** Whether a payout waits again, because its member was held after it got its nonce. */
export async function releaseIfHeld(tx: Db, ctx: Context, payout: Payout): Promise<boolean> {
  await lockMemberForShare(tx, payout.memberId)
  const inside = { db: tx, now: ctx.now }
  const hold = holdFor(payout.purpose, await payoutHoldOf(inside, payout.memberId))
  if (hold) await release(tx, ctx, payout, heldUntil(hold, ctx.now()))
  return hold !== undefined
}

/** These say nothing about the payout itself: it keeps its nonce and waits. */
const KEEPS_NONCE: readonly string[] = ['STOPPED', 'UNKNOWN', 'OTHER_ACCOUNT']

/** A payout that the signer refuses must not keep those behind its nonce waiting. */
export async function releaseRefused(
  tx: Db,
  ctx: Context,
  payout: Payout,
  refusal: SignerRefusal,
): Promise<void> {
  const why = `SIGNER_${refusal.why}`
  if (payout.purpose === 'CANCEL' || KEEPS_NONCE.includes(refusal.why)) {
    await noteWaiting(tx, payout.id, why)
    return
  }
  await release(tx, ctx, payout, { why, until: refusedUntil(refusal, ctx.now()) })
}

/**
 * A payout that was not signed goes back to the queue. Its nonce is used up by a cancellation with
 * the fees of today: nobody else gets it, in case something was signed and lost.
 */
async function release(
  tx: Db,
  { now, log, fees }: Context,
  payout: Payout,
  hold: { why: string; until: Date },
): Promise<void> {
  const { nonce, account } = payout
  if (nonce === null || account === null) throw new Error('There is no nonce')
  await requeuePayout(tx, payout.id, hold)
  const payoutId = await insertCancellation(tx, { ...payout, nonce, account }, now())
  await insertAttempt(tx, { payoutId, attempt: 1, gas: CANCEL_GAS, fees, at: now() })
  log.warn({ payout: payout.id, nonce, why: hold.why }, 'A payout gave its nonce back')
}
