import { giveUpCall } from '#/modules/payout/call-request.service.ts'
import type { Payout, PayoutFailure, PayoutListener } from '#/modules/payout/payout.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  endSend,
  eraseSignatures,
  findSend,
  findSendsUnderWay,
  setSent,
  type RelayRow,
} from './relay.queries.ts'

/**
 * Only a REJECTED send counts as a failure of its member. The contract rejects a transaction that is mined
 * after the deadline, too, which the treasury caused.
 */
function failureOf(
  { by, unsent, minedAt }: PayoutFailure,
  send: RelayRow | undefined,
): NonNullable<RelayRow['failure']> {
  if (unsent) return unsent
  if (by === 'OPERATOR') return 'STOPPED'
  return minedAt && send && minedAt > send.deadline ? 'EXPIRED' : 'REJECTED'
}

function sendIdOf({ id, subject }: Payout): number {
  if (subject === null) throw new Error(`Payout ${id} relays no send`)
  return subject
}

/** Keeps the state of a send with that of its call. */
export const relayListener: PayoutListener = {
  sent: (tx, _ctx, payout, txHash) => setSent(tx, sendIdOf(payout), txHash),
  confirmed: async (tx, ctx, payout, txHash) => {
    await endSend(tx, sendIdOf(payout), { state: 'DONE', txHash, at: ctx.now() })
    ctx.atFaultPoint?.('relay-ended')
  },
  failed: async (tx, ctx, payout, failure) => {
    const sendId = sendIdOf(payout)
    const why = failureOf(failure, await findSend(tx, sendId))
    await endSend(tx, sendId, { state: 'FAILED', failure: why, at: ctx.now() })
  },
}

/**
 * Ends a send that was not signed before its deadline, which returns its quota. A signed one ends with its
 * transaction, which the contract rejects after the deadline. The payout is locked before the send, as
 * where its result is recorded.
 */
export async function expireSend(
  ctx: Pick<AppContext, 'db' | 'now'>,
  sendId: number,
): Promise<'ended' | 'open'> {
  return ctx.db.transaction(async (tx) => {
    const send = await findSend(tx, sendId)
    if (!send || send.state === 'DONE' || send.state === 'FAILED') return 'ended'
    const now = ctx.now()
    if (send.payoutId === null || now < send.deadline) return 'open'
    if (!(await giveUpCall(tx, ctx, { payoutId: send.payoutId, why: 'EXPIRED' }))) return 'open'
    await endSend(tx, sendId, { state: 'FAILED', failure: 'EXPIRED', at: now })
    return 'ended'
  })
}

/**
 * Stops the sends of a member whose account is being deleted and erases their signatures. One that has a
 * nonce cannot be recalled; it ends with its transaction, and its signatures are erased then.
 */
export async function stopSends(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<void> {
  for (const { id, payoutId } of await findSendsUnderWay(tx, memberId)) {
    if (payoutId === null) continue
    const call = { payoutId, why: 'The account was deleted', waits: false }
    if (!(await giveUpCall(tx, ctx, call))) continue
    await endSend(tx, id, { state: 'FAILED', failure: 'STOPPED', at: ctx.now() })
  }
  await eraseSignatures(tx, memberId)
}
