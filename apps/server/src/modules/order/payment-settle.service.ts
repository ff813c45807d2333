import { checksumAddress, type Address } from '@solstice/rules/address'
import { isOpen } from '@solstice/rules/order'
import { readBlock } from '#/modules/chain/chain-reading.service.ts'
import { skipUnreadable, secondNetworkFor } from '#/modules/chain/chain.service.ts'
import {
  transfersIn,
  usePayment,
  verifyPayment,
  type ExpectedPayment,
} from '#/modules/chain/payment.service.ts'
import type { Network } from '#/modules/network/network.service.ts'
import { freezeFor } from '#/modules/payout/lane.service.ts'
import { notify } from '#/platform/books/alerts.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { setHistory } from '#/platform/books/histories.ts'
import { balanceOf, post, type Asset } from '#/platform/books/ledger.ts'
import { recordNamed, type Watch } from './payment-scan.service.ts'
import { completeOrder } from './order.service.ts'
import { lockLateOrder, lockOrder, setOrderState, type Order } from './order.queries.ts'
import {
  findOwnerOf,
  findSeenUpTo,
  findSettledAfter,
  deletePayment,
  lockPayment,
  moveToBlock,
  releaseUsedPayment,
  scanAgainFrom,
  setWaitsFor,
  settlePayment,
  type Payment,
} from './payment.queries.ts'

/** Settles payments that are deep enough, each once: credits, refunds or keeps them. */
export async function settleFinal(watch: Watch): Promise<void> {
  const { ctx, network, head } = watch
  const finalPayments = await findSeenUpTo(
    ctx.db,
    network.chainId,
    head - network.confirmations + 1,
  )
  for (const payment of finalPayments) {
    try {
      await settleOne(watch, payment)
    } catch (error) {
      // A payment that cannot be settled must not block the others.
      if (error instanceof ChainError)
        await skipUnreadable(ctx, watch.node, error, { payment: payment.id })
      else ctx.log.error({ err: error, payment: payment.id }, 'A payment could not be settled')
    }
  }
}

async function settleOne(watch: Watch, payment: Payment): Promise<void> {
  const { ctx } = watch
  const verdict = await recheckOnChain(watch, payment)
  // The payment was mined again elsewhere; it is recorded there with its order.
  if (verdict !== 'final' && (await recordNamed(watch, payment.txHash))) return
  if (verdict === 'gone') await ctx.db.transaction((tx) => deletePayment(tx, payment))
  if (verdict !== 'final') return
  await ctx.db.transaction(async (tx) => {
    const held = await lockSeen(tx, payment)
    if (held) await settle(tx, watch, held)
  })
  ctx.atFaultPoint?.('payment-credited')
}

/** Locks the order before its payment, which is the order used everywhere. */
async function lockSeen(
  tx: Db,
  payment: Payment,
): Promise<{ payment: Payment; order: Order | undefined } | undefined> {
  const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId)
  const held = await lockPayment(tx, payment.id)
  if (held?.state !== 'SEEN' || held.orderId !== payment.orderId) return undefined
  if (held.blockHash !== payment.blockHash) return undefined
  return { payment: held, order }
}

/** Verifies the payment again from its receipt. */
async function recheckOnChain(
  { ctx, network, node }: Watch,
  payment: Payment,
): Promise<'final' | 'later' | 'gone'> {
  const { blockNumber, blockHash, txHash } = payment
  const expected = { ...expectedBy(payment), afterBlock: blockNumber - 1 }
  const state = await verifyPayment(ctx, network, expected, txHash)
  if (state.kind === 'verified' && state.blockHash === blockHash) {
    return (await doNodesAgree({ ctx, network }, payment, expected)) ? 'final' : 'later'
  }
  // A node may not know the payment yet; only another block at its height means that it is gone.
  const block = await readBlock(node, blockNumber)
  return block && block.hash !== blockHash ? 'gone' : 'later'
}

/**
 * Requires both nodes to agree on a large amount; until then the payment waits, visible to members.
 */
async function doNodesAgree(
  { ctx, network }: Pick<Watch, 'ctx' | 'network'>,
  payment: Payment,
  expected: ExpectedPayment,
): Promise<boolean> {
  const second = await secondNetworkFor(ctx, network, payment)
  const agrees = !second || (await confirmsPayment(ctx, second, payment, expected))
  if (await setWaitsFor(ctx.db, payment.id, agrees ? null : 'SECOND_NODE')) {
    const { chainId, id } = payment
    if (!agrees) ctx.log.error({ chainId, payment: id }, 'The nodes disagree on a payment')
  }
  return agrees
}

async function confirmsPayment(
  ctx: AppContext,
  second: Network,
  { txHash, blockHash }: Payment,
  expected: ExpectedPayment,
): Promise<boolean> {
  try {
    const state = await verifyPayment(ctx, second, expected, txHash)
    return state.kind === 'verified' && state.blockHash === blockHash
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}

const expectedBy = ({ contract, payer, payTo, amount, logIndex }: Payment) => ({
  // The addresses as the chain returned them.
  contract: contract as Address | null,
  payer: payer as Address,
  payee: payTo as Address,
  amount,
  logIndex,
})

async function settle(
  tx: Db,
  { ctx, returnPayment }: Watch,
  { payment, order }: { payment: Payment; order: Order | undefined },
): Promise<void> {
  const at = ctx.now()
  if (order && isOpen(order.state)) {
    await use(tx, ctx, payment, `order:${order.id}`)
    await completeOrder(tx, ctx, order, payment.txHash)
    await settlePayment(tx, payment.id, { state: 'CREDITED', memberId: order.memberId, at })
    ctx.atFaultPoint?.('payment-crediting')
    return
  }
  // The order identifies the member even if the account was deleted meanwhile.
  const late = order ?? (await lockLateOrder(tx, payment))
  const memberId = late?.memberId ?? (await findOwnerOf(tx, payment.payer))
  if (memberId === undefined) {
    await settlePayment(tx, payment.id, { state: 'FOREIGN', memberId: null, at })
    ctx.log.warn({ payment: payment.id }, 'The treasury received a payment from an unknown address')
    return
  }
  await use(tx, ctx, payment, `refund-of-payment:${payment.id}`)
  await settlePayment(tx, payment.id, { state: 'REFUNDED', memberId, at })
  await returnPayment(tx, ctx, {
    paymentId: payment.id,
    memberId,
    payer: checksumAddress(payment.payer),
    chainId: payment.chainId,
    contract: payment.contract,
    amount: payment.amount,
    txHash: payment.txHash,
    order: late,
  })
  ctx.atFaultPoint?.('payment-crediting')
}

async function use(
  tx: Db,
  ctx: AppContext,
  { chainId, txHash, logIndex }: Payment,
  usedFor: string,
): Promise<void> {
  if (await usePayment(tx, ctx, { chainId, txHash, logIndex, usedFor })) return
  throw new Error(`Payment ${txHash} was already used`)
}

/** Settled payments are checked again for this many times the final depth. */
const RECHECKED_DEPTHS = 20

/**
 * Checks that credited and refunded payments are still in the chain; a missing one means a rollback
 * beyond finality.
 */
export async function recheckSettled(watch: Watch): Promise<void> {
  const { ctx, network, node, head } = watch
  const since = Math.max(0, head - RECHECKED_DEPTHS * network.confirmations)
  const young = await findSettledAfter(ctx.db, network.chainId, since)
  const hashes = new Map<number, string | undefined>()
  for (const payment of young) {
    const at = payment.blockNumber
    if (!hashes.has(at)) hashes.set(at, (await readBlock(node, at))?.hash)
    const hash = hashes.get(at)
    // A node without a block at this height is behind and proves nothing.
    if (hash !== undefined && hash !== payment.blockHash) await handleReorg(watch, payment)
  }
}

async function handleReorg(watch: Watch, payment: Payment): Promise<void> {
  const { ctx, network, node, treasury } = watch
  const { txHash } = payment
  const filter = { payees: [payment.payTo], tokens: payment.contract ? [payment.contract] : [] }
  const now = (await transfersIn(node, txHash, filter))?.find(
    ({ logIndex, payer, amount }) =>
      logIndex === payment.logIndex && payer === payment.payer && amount === payment.amount,
  )
  if (now) {
    // The payment was mined again in another block, so nothing is lost.
    await moveToBlock(ctx.db, payment.id, { number: now.blockNumber, hash: now.blockHash })
    return
  }
  const why = `The payment ${txHash} was final and is gone`
  await freezeFor(ctx, treasury, network, why)
  await ctx.db.transaction(async (tx) => {
    const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId)
    const held = await lockPayment(tx, payment.id)
    if (held?.state !== payment.state) return
    await scanAgainFrom(tx, payment.chainId, payment.blockNumber)
    if (payment.state !== 'CREDITED' || order?.state !== 'COMPLETED') {
      // A refund cannot be reversed; operators see it through the freeze.
      await moveToBlock(tx, payment.id, { number: 0, hash: payment.blockHash })
      return
    }
    await reverseCredit(tx, watch, order)
    await setOrderState(tx, order.id, { state: 'REVERSED' })
    await settlePayment(tx, payment.id, { state: 'REVERSED', memberId: null, at: ctx.now() })
    await releaseUsedPayment(tx, payment)
    const { memberId, seasonId, historyId } = order
    if (historyId !== null) await setHistory(tx, historyId, { status: 'FAILED' })
    const data = seasonId === null || historyId === null ? {} : { seasonId, historyId }
    await notify(tx, ctx, memberId, { code: 'PURCHASE_FAIL', data })
  })
}

/**
 * Takes back the credited amounts, limited to the remaining balance, because balances cannot be
 * negative.
 */
async function reverseCredit(tx: Db, { ctx }: Watch, order: Order): Promise<void> {
  const scope = order.seasonId === null ? undefined : `season:${order.seasonId}`
  const given = [
    { asset: 'XP', amount: BigInt(order.givesXp), scope },
    { asset: 'TICKET', amount: BigInt(order.givesTickets), scope },
    { asset: 'CREDIT', amount: BigInt(order.givesCredit), scope: undefined },
  ] satisfies { asset: Asset; amount: bigint; scope: string | undefined }[]
  const entries = []
  for (const { asset, amount, scope } of given) {
    const assetKey = { asset, ...(scope === undefined ? {} : { scope }) }
    const balance = await balanceOf(tx, { member: order.memberId, ...assetKey })
    const taken = balance < amount ? balance : amount
    if (taken < amount)
      ctx.log.error(
        { order: order.id, asset },
        'The balance was too low to take back the full amount',
      )
    if (taken === 0n) continue
    entries.push({ holder: { member: order.memberId }, amount: -taken, ...assetKey })
    entries.push({ holder: { system: 'SHOP' as const }, amount: taken, ...assetKey })
  }
  if (entries.length === 0) return
  await post(tx, { kind: 'REVERSAL', key: `reversal:order:${order.id}`, at: ctx.now(), entries })
}
