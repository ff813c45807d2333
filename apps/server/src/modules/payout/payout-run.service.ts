import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { SECOND_MS } from '@solstice/rules/duration'
import { isReasonableFee, replacementFees, type Fees } from '@solstice/rules/gas'
import { BUMP_AFTER_MS, isCallPurpose } from '@solstice/rules/payout'
import {
  readBlock,
  readCount,
  readHeadNumber,
  readReceipt,
  type Receipt,
} from '#/modules/chain/chain-reading.service.ts'
import { nodeOf, secondNetworkFor, secondNetworkOf } from '#/modules/chain/chain.service.ts'
import type { Network } from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode, TreasurySigner } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { freeze } from './lane.service.ts'
import {
  findAttempts,
  insertAttempt,
  markEnded,
  markSent,
  noteWaiting,
  storeSigned,
  takeSigningLock,
  type Attempt,
} from './payout-attempt.queries.ts'
import { hasArrived } from './payout-outcome.service.ts'
import { releaseIfHeld, releaseRefused } from './payout-release.service.ts'
import type { PayoutPurposes } from './payout.service.ts'
import { findInFlight, lockPayout, type Payout } from './payout.queries.ts'
import { readTreasuryCall } from './treasury-call.service.ts'

/** The dependencies of one payout run on a chain. */
export type PayoutRun = {
  ctx: AppContext
  purposes: PayoutPurposes
  signer: TreasurySigner
  network: Network
  node: ChainNode
  /** The current network fees. */
  fees: Fees
  /** If false, nothing is signed or sent; only the state of payouts is read. */
  maySend: boolean
}

/**
 * Processes all payouts with a nonce: signs unsigned ones, sends again those not mined, ends final
 * ones. Only the first pending payout can block others, so only its fees are raised.
 */
export async function followReserved(run: PayoutRun): Promise<void> {
  const { ctx, network } = run
  const open = await findInFlight(ctx.db, network.chainId)
  let isFirst = true
  for (const payout of open) {
    try {
      if (await follow(run, payout, isFirst)) isFirst = false
    } catch (error) {
      if (error instanceof ChainError) throw error
      // A payout that fails must not block the others.
      ctx.log.error({ err: error, payout: payout.id }, 'A payout could not be processed')
    }
  }
}

/** Returns true while the payout is not mined. */
async function follow(run: PayoutRun, payout: Payout, mayRaiseFees: boolean): Promise<boolean> {
  const { ctx, signer } = run
  // Only the account that owns the nonce can use it.
  const maySend = run.maySend && payout.account === signer.address
  for (const attempt of await findAttempts(ctx.db, payout.id)) {
    if (attempt.raw === null && maySend) await signAttempt(run, payout, attempt)
  }
  const attempts = await findAttempts(ctx.db, payout.id)
  // The payout released its nonce to a cancellation, which the next run processes.
  if (attempts.length === 0) return true
  const mined = await findMined(run, attempts)
  if (mined) {
    if (mined.final) await end(run, payout, mined)
    return false
  }
  const last = attempts.findLast(({ raw }) => raw !== null)
  if (await wasUsedByAnother(run, payout, attempts)) return true
  if (!last?.raw || !maySend) return true
  const waitedMs = ctx.now().getTime() - last.createdAt.getTime()
  const fees = mayRaiseFees && waitedMs >= BUMP_AFTER_MS && replacementFees(last.fees, run.fees)
  if (fees && isReasonableFee(fees, run.fees)) await raiseFees(run, payout, { ...last, fees })
  else await broadcast(run, last.raw)
  return true
}

/** Signs an attempt. The same fields give the same bytes, so repeating it on any worker is safe. */
export async function signAttempt(run: PayoutRun, payout: Payout, attempt: Attempt): Promise<void> {
  const { ctx } = run
  await ctx.db.transaction((tx) => signIn(tx, run, payout.id, attempt))
  ctx.atFaultPoint?.('payout-stored')
  const [stored] = (await findAttempts(ctx.db, payout.id)).slice(-1)
  if (stored?.raw) await broadcast(run, stored.raw)
}

/**
 * Signs in the transaction that checks the member's hold, with the member's row locked, so that a
 * freeze is either seen here or comes after the signature.
 */
async function signIn(
  tx: Db,
  { ctx, signer, purposes, fees }: PayoutRun,
  payoutId: number,
  { attempt }: Attempt,
): Promise<void> {
  const payout = await lockPayout(tx, payoutId)
  if (!payout || (payout.state !== 'RESERVED' && payout.state !== 'SENT')) return
  const isUnsigned = payout.state === 'RESERVED'
  if (isUnsigned && (await releaseIfHeld(tx, { ...ctx, fees }, payout))) return
  const signed = await signer.sign({ payoutId, attempt }, tx)
  if (signed.kind === 'refused') {
    ctx.log.error({ payout: payoutId, attempt, why: signed.why }, 'The signer refused a payout')
    // If a replacement is refused, the previous transaction stays in flight.
    if (isUnsigned) await releaseRefused(tx, { ...ctx, fees }, payout, signed)
    return
  }
  ctx.atFaultPoint?.('payout-signed')
  const { raw } = signed
  const txHash = `0x${bytesToHex(keccak_256(Buffer.from(raw.slice(2), 'hex')))}`
  const at = ctx.now()
  if (!(await storeSigned(tx, { payoutId, attempt, raw, txHash, at }))) return
  await markSent(tx, payoutId, txHash)
  await purposes[payout.purpose]?.sent?.(tx, ctx, payout, txHash)
}

/**
 * Sends the transaction. Nodes report a known transaction in different ways, so errors are logged
 * and the next run reads the result.
 */
async function broadcast({ ctx, node, network }: PayoutRun, raw: string): Promise<void> {
  try {
    await node.call('eth_sendRawTransaction', [raw])
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    ctx.log.info(
      { err: error, chainId: network.chainId },
      'A node did not accept a payout transaction',
    )
  }
  ctx.atFaultPoint?.('payout-broadcast')
}

type Mined = { receipt: Receipt; minedAt: Date; final: boolean }

async function findMined(
  { node, network }: OnNode,
  attempts: readonly Pick<Attempt, 'txHash'>[],
): Promise<Mined | undefined> {
  for (const { txHash } of attempts) {
    const receipt = txHash === null ? null : await readReceipt(node, txHash)
    if (!receipt) continue
    const block = await readBlock(node, receipt.blockNumber)
    if (block?.hash !== receipt.blockHash) continue
    const depth = (await readHeadNumber(node)) - receipt.blockNumber + 1
    const minedAt = new Date(block.timestamp * SECOND_MS)
    return { receipt, minedAt, final: depth >= network.confirmations }
  }
  return undefined
}

async function end(run: PayoutRun, payout: Payout, { receipt, minedAt }: Mined): Promise<void> {
  const { ctx, purposes } = run
  const at = ctx.now()
  const listener = purposes[payout.purpose]
  const { transactionHash: txHash, blockNumber: block, gasUsed, effectiveGasPrice } = receipt
  // Nodes of some networks do not report the price, so that the fee is unknown.
  const fee = effectiveGasPrice === undefined ? null : gasUsed * effectiveGasPrice
  const mined = { fee, block }
  const order = { payout, call: await readTreasuryCall(ctx.db, payout) }
  const arrived = await hasArrived(run.node, order, receipt)
  if (!arrived && !(await doesSecondNodeAgree(run, payout, (on) => hasFailed(on, order, txHash)))) {
    return
  }
  await ctx.db.transaction(async (tx) => {
    if (arrived) {
      if (!(await markEnded(tx, payout.id, { state: 'CONFIRMED', txHash, at, mined }))) return
      await listener?.confirmed(tx, ctx, payout, txHash)
    } else {
      const why = order.call
        ? 'The contract rejected the call'
        : 'The token contract rejected the transfer'
      if (!(await markEnded(tx, payout.id, { state: 'FAILED', why, at, mined }))) return
      ctx.log.error({ payout: payout.id, txHash }, 'A payout failed on chain')
      await listener?.failed(tx, ctx, payout, { by: 'NETWORK', why, minedAt })
    }
    ctx.atFaultPoint?.('payout-confirming')
  })
  ctx.atFaultPoint?.('payout-confirmed')
}

type OnNode = Pick<PayoutRun, 'node' | 'network'>

/**
 * Requires the second node to confirm the failure of a large payout, because the requester then
 * refunds the value, and of a call, because repeating one that succeeded fails for ever. Until then it
 * waits, visible to operators.
 */
async function doesSecondNodeAgree(
  { ctx, network }: Pick<PayoutRun, 'ctx' | 'network'>,
  payout: Payout,
  check: (on: OnNode) => Promise<boolean>,
): Promise<boolean> {
  const second = isCallPurpose(payout.purpose)
    ? secondNetworkOf(network)
    : await secondNetworkFor(ctx, network, payout)
  if (!second) return true
  const agrees = await nodeOf(ctx, second)
    .then((node) => check({ node, network }))
    .catch((error: unknown) => {
      if (error instanceof ChainError) return false
      throw error
    })
  if (agrees) return true
  ctx.log.error({ payout: payout.id }, 'The nodes disagree on the failure of a payout')
  await noteWaiting(ctx.db, payout.id, 'SECOND_NODE')
  return false
}

type Order = Parameters<typeof hasArrived>[1]

/** Returns whether this transaction is final on a node and did not do what the payout asks for. */
async function hasFailed(on: OnNode, order: Order, txHash: string): Promise<boolean> {
  const mined = await findMined(on, [{ txHash }])
  return mined?.final === true && !(await hasArrived(on.node, order, mined.receipt))
}

/**
 * Checks whether a transaction not signed here has used the nonce, deep in the chain; freezes the
 * treasury then.
 */
async function wasUsedByAnother(
  run: PayoutRun,
  payout: Payout,
  attempts: readonly Attempt[],
): Promise<boolean> {
  const { ctx, network } = run
  if (!(await isNonceUsed(run, payout))) return false
  // The chain may have advanced between the calls, so search for our transactions once more.
  if (await findMined(run, attempts)) return true
  const why = `Nonce ${payout.nonce} of payout ${payout.id} was used by a transaction not signed here`
  await freeze(ctx, network.chainId, why)
  return true
}

/** Returns whether the nonce was used, deep enough to be final. */
async function isNonceUsed({ node, network }: OnNode, payout: Payout): Promise<boolean> {
  const { nonce, account } = payout
  if (nonce === null || account === null) return false
  const lastFinalBlock = (await readHeadNumber(node)) - network.confirmations + 1
  return lastFinalBlock >= 0 && (await readCount(node, account, lastFinalBlock)) > nonce
}

/**
 * Returns whether no signed transaction of the payout can ever be mined, because another one used
 * its nonce.
 */
export async function canNeverBeMined(
  on: Pick<PayoutRun, 'ctx' | 'network' | 'node'>,
  payout: Payout,
): Promise<boolean> {
  const attempts = await findAttempts(on.ctx.db, payout.id)
  const isGone = async (at: OnNode) =>
    (await isNonceUsed(at, payout)) && (await findMined(at, attempts)) === undefined
  return (await isGone(on)) && doesSecondNodeAgree(on, payout, isGone)
}

/**
 * Replaces the transaction with one of higher fees under the same nonce, so that only one of them
 * can be mined.
 */
async function raiseFees(run: PayoutRun, payout: Payout, last: Attempt): Promise<void> {
  const { ctx, network } = run
  const next = { ...last, attempt: last.attempt + 1 }
  if (!isReasonableFee(replacementFees(next.fees, run.fees), run.fees)) {
    const { id } = payout
    ctx.log.error({ payout: id, chainId: network.chainId }, 'A payout waits at the highest fee')
  }
  const { gas, fees } = next
  const { maxFeePerGas } = fees
  const admitted = await run.signer.admit({ payoutId: payout.id, gas, maxFeePerGas })
  if (admitted.kind === 'refused') {
    ctx.log.warn({ payout: payout.id, why: admitted.why }, 'The signer refused a higher fee')
    if (last.raw !== null) await broadcast(run, last.raw)
    return
  }
  await ctx.db.transaction(async (tx) => {
    await takeSigningLock(tx, network.chainId)
    await insertAttempt(tx, { ...next, at: ctx.now() })
  })
  const made = (await findAttempts(ctx.db, payout.id)).at(-1)
  if (made && made.raw === null) await signAttempt(run, payout, made)
}
