import { checksumAddress } from '@solstice/rules/address'
import { unitsOf } from '@solstice/rules/amount'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import { programmeDayOf, startOfDay, startOfNextDay } from '@solstice/rules/programme-day'
import { decideReturn, feeInToken, UNMATCHED_REFUND_MIN } from '@solstice/rules/refund'
import { readBaseFee, readTip } from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import {
  networkByChain,
  pricesNow,
  type Contract,
  type Network,
} from '#/modules/network/network.service.ts'
import { tokenAt } from '#/modules/order/order.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { escalateToOperator, setDecided } from './refund.queries.ts'
import {
  countBatchesSince,
  insertBatch,
  joinBatch,
  lockWaiting,
  postponeReturn,
  type Waiting,
} from './refund-return.queries.ts'
import { queueReturn, type ToReturn } from './refund.queue.ts'

/** The gas of one transfer; the treasury bears any excess of a token. */
const TOKEN_GAS = 65_000n
const COIN_GAS = 21_000n

/**
 * Refunds the unmatched payments of one payer in one payout, less its network fee, so that many
 * dust payments do not cost the treasury gas for each.
 */
export async function returnUnmatched(ctx: AppContext, to: ToReturn): Promise<void> {
  const network = await networkByChain(ctx, to.chainId)
  const token = await tokenAt(ctx.db, to)
  const fee = network && token && (await networkFee(ctx, network, token))
  await ctx.db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, to)
    if (waiting.length === 0) return
    const least = token && unitsOf(UNMATCHED_REFUND_MIN, token.decimals)
    if (!token || fee === undefined || least === undefined) return escalateAll(tx, waiting)
    const today = startOfDay(programmeDayOf(ctx.now()))
    const returnsToday = await countBatchesSince(tx, to.payer, today)
    const sum = waiting.reduce((all, { amount }) => all + amount, 0n)
    const decision = decideReturn({ sum, fee, least, returnsToday })
    switch (decision.kind) {
      case 'operator':
        return escalateAll(tx, waiting)
      case 'tomorrow': {
        const dueAt = startOfNextDay(ctx.now())
        for (const { refundId } of waiting) await postponeReturn(tx, refundId, dueAt)
        return queueReturn(tx, ctx, to, dueAt)
      }
      case 'send':
        return send(tx, ctx, { to, token, waiting, amount: decision.amount, fee })
    }
  })
}

/** Leaves the refunds to operators after the rule has failed. */
export async function escalateReturns(ctx: Pick<AppContext, 'db'>, to: ToReturn): Promise<void> {
  await ctx.db.transaction(async (tx) => escalateAll(tx, await lockWaiting(tx, to)))
}

async function escalateAll(tx: Db, waiting: readonly Waiting[]): Promise<void> {
  for (const { refundId } of waiting) await escalateToOperator(tx, refundId)
}

/**
 * Returns the current cost of one transfer in the token itself, or undefined if a price is unknown.
 */
async function networkFee(
  ctx: AppContext,
  network: Network,
  { address, symbol, decimals }: Contract,
): Promise<bigint | undefined> {
  const node = await nodeOf(ctx, network)
  const perGas = (await readBaseFee(node)) + (await readTip(node))
  if (address === null) return COIN_GAS * perGas
  const prices = await pricesNow(ctx, [network.symbol, symbol])
  const priceOf = (of: string) => prices.get(of)?.priceUsd
  return feeInToken(
    TOKEN_GAS * perGas,
    { decimals: NATIVE_DECIMALS, priceUsd: priceOf(network.symbol) },
    { decimals, priceUsd: priceOf(symbol) },
  )
}

type Batch = { to: ToReturn; token: Contract; waiting: Waiting[]; amount: bigint; fee: bigint }

/** Sends the refund to the wallet that paid, and nowhere else. */
async function send(
  tx: Db,
  ctx: AppContext,
  { to, token, waiting, amount, fee }: Batch,
): Promise<void> {
  const at = ctx.now()
  const batchId = await insertBatch(tx, { ...to, amount, fee, at })
  const payoutId = await ctx.payouts.request(tx, {
    purpose: 'REFUND',
    key: `refund-batch:${batchId}`,
    memberId: to.memberId,
    address: checksumAddress(to.payer),
    symbol: token.symbol,
    decimals: token.decimals,
    amount,
    chainId: to.chainId,
    contract: to.contract,
  })
  const share = fee / BigInt(waiting.length)
  for (const [at0, { refundId }] of waiting.entries()) {
    // The first refund bears the indivisible rest.
    const own = at0 === 0 ? fee - share * BigInt(waiting.length - 1) : share
    await joinBatch(tx, refundId, { batchId, fee: own })
    await setDecided(tx, refundId, { state: 'APPROVED', outcome: 'REFUNDED', at, payoutId })
  }
}
