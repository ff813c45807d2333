import { NATIVE_DECIMALS } from '@solstice/rules/network'
import type { CallPurpose } from '@solstice/rules/payout'
import { networkByChain } from '#/modules/network/network.service.ts'
import type { AppContext, CallRequest } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { wakePayouts } from './payout.queue.ts'
import { isBeingCancelled, markEnded } from './payout-attempt.queries.ts'
import {
  insertPayouts,
  lockFreePayout,
  lockOpenCalls,
  lockPayout,
  type NewPayout,
  type Payout,
} from './payout.queries.ts'

/** The recipient of a transaction that creates a contract. */
const NO_ADDRESS = `0x${'0'.repeat(40)}`

/** Inserts a call of a contract into the outbox and enqueues a payout run. */
export async function requestCall(
  tx: Db,
  ctx: Pick<AppContext, 'now' | 'atFaultPoint'>,
  call: CallRequest,
): Promise<number> {
  const network = await networkByChain({ db: tx }, call.chainId)
  if (!network) throw new Error(`There is no network ${call.chainId}`)
  const { chainId, key, purpose } = call
  const memberId = purpose === 'RELAY' ? call.memberId : null
  const of = { purpose, key, chainId, memberId, at: ctx.now() }
  const [made] = await insertPayouts(tx, [{ ...of, ...partsOf(call, network.symbol) }])
  if (!made) throw new Error('Requesting the call returned no row')
  if (made.fresh) await wakePayouts(tx, ctx, chainId)
  ctx.atFaultPoint?.('call-requested')
  return made.id
}

/**
 * Gives up calls of a contract that have no nonce, because another account cannot make them. Returns
 * them, or undefined while one is in flight.
 */
export async function giveUpCalls(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  of: { chainId: number; contract: string; purposes: readonly CallPurpose[]; why: string },
): Promise<Payout[] | undefined> {
  const open = await lockOpenCalls(tx, of)
  for (const { id, state } of open) {
    if (state !== 'QUEUED' || (await isBeingCancelled(tx, id))) return undefined
  }
  for (const { id } of open) {
    await markEnded(tx, id, { state: 'FAILED', why: of.why, at: ctx.now() })
  }
  return open
}

/**
 * Gives up one call that was never signed. Returns false while it has a nonce, or one that is being
 * cancelled, because its transaction may still be mined. A caller that has locked a member does not
 * wait for the payout, because a signature locks the two in the other order.
 */
export async function giveUpCall(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { payoutId, why, waits = true }: { payoutId: number; why: string; waits?: boolean },
): Promise<boolean> {
  const payout = await (waits ? lockPayout : lockFreePayout)(tx, payoutId)
  if (payout?.state !== 'QUEUED' || (await isBeingCancelled(tx, payoutId))) return false
  return markEnded(tx, payoutId, { state: 'FAILED', why, at: ctx.now() })
}

type Parts = Pick<
  NewPayout,
  'address' | 'symbol' | 'decimals' | 'amount' | 'contract' | 'creates' | 'subject'
>

/** A call that moves no value has an amount of zero coins. */
function partsOf(call: CallRequest, coin: string): Parts {
  const nothing = { symbol: coin, decimals: NATIVE_DECIMALS, amount: 0n, contract: null }
  if (call.purpose === 'DEPLOY') {
    const token = call.creates === 'DISTRIBUTOR' ? call.token : null
    return { ...nothing, address: NO_ADDRESS, creates: call.creates, contract: token }
  }
  const address = call.contract
  if (call.purpose === 'CLAIM') return { ...nothing, address }
  if (call.purpose !== 'FUND') return { ...nothing, address, subject: call.subject }
  const { contract, symbol, decimals } = call.token
  return { address, contract, symbol, decimals, amount: call.amount }
}
