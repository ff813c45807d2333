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
  /** The current network fees. */
  fees: Fees
}

/**
 * The wait after a refusal without an end, because the limits of the signer may have changed by
 * then.
 */
const REFUSED_WAIT_MS = 10 * MINUTE_MS

/**
 * The minimum wait: the signer's clock may be behind, so its end may already be over by our clock.
 */
const REFUSED_WAIT_MIN_MS = MINUTE_MS

/** Returns when the signer may be asked again. */
export function refusedUntil({ until }: SignerRefusal, now: Date): Date {
  const nowMs = now.getTime()
  const untilMs = until?.getTime() ?? nowMs + REFUSED_WAIT_MS
  return new Date(Math.max(untilMs, nowMs + REFUSED_WAIT_MIN_MS))
}

/**
 * Returns whether the payout went back to the queue because its member was held after it got its
 * nonce.
 */
export async function releaseIfHeld(tx: Db, ctx: Context, payout: Payout): Promise<boolean> {
  // A call of a contract concerns no member, unless it relays a send.
  if (payout.memberId === null) return false
  await lockMemberForShare(tx, payout.memberId)
  const txContext = { db: tx, now: ctx.now }
  const hold = holdFor(payout.purpose, await payoutHoldOf(txContext, payout.memberId))
  if (hold) await release(tx, ctx, payout, heldUntil(hold, ctx.now()))
  return hold !== undefined
}

/** These reasons do not concern the payout itself, so it keeps its nonce and waits. */
const KEEPS_NONCE: readonly string[] = ['STOPPED', 'UNKNOWN', 'OTHER_ACCOUNT', 'CHECKING']

/** Releases the nonce of a refused payout, so that later nonces are not blocked. */
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
 * Returns an unsigned payout to the queue. A cancellation at current fees consumes its nonce, so
 * that no other payout gets it in case a signature was lost.
 */
async function release(
  tx: Db,
  { now, log, fees }: Context,
  payout: Payout,
  hold: { why: string; until: Date },
): Promise<void> {
  const { nonce, account } = payout
  if (nonce === null || account === null) throw new Error('The payout has no nonce')
  await requeuePayout(tx, payout.id, hold)
  const payoutId = await insertCancellation(tx, { ...payout, nonce, account }, now())
  await insertAttempt(tx, { payoutId, attempt: 1, gas: CANCEL_GAS, fees, at: now() })
  log.warn({ payout: payout.id, nonce, why: hold.why }, 'A payout released its nonce')
}
