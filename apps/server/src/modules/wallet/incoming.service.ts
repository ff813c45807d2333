import { readableAmount } from '@solstice/rules/amount'
import {
  DEPOSIT_WINDOW_MS,
  isDepositNotified,
  mayNotifyDeposits,
  valueInCents,
} from '@solstice/rules/deposit'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import { indexedTo, indexHead } from '#/modules/explorer/chain-index.service.ts'
import { networkByChain, pricesNow, type Network } from '#/modules/network/network.service.ts'
import { notify } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  dropStaleDeposits,
  findArrivals,
  findScanned,
  findWaitingDeposits,
  insertDeposit,
  lockScans,
  markNotified,
  setScanned,
  type Arrival,
  type BlockRange,
} from './incoming.queries.ts'

/** Limits the blocks that one transaction reads; the next poll continues. */
const BLOCKS_PER_SCAN = 1000

/**
 * Notifies members of coin and listed tokens that arrived in their wallets, once the block is
 * final. Only networks with our own index are watched, because a public explorer would have to be
 * queried for every wallet.
 */
export async function watchIncoming(
  ctx: AppContext,
  chainId: number,
): Promise<'busy' | 'behind' | 'idle'> {
  const network = await networkByChain(ctx, chainId)
  if (network?.explorer !== 'OWN_INDEX') return 'idle'
  await indexHead(ctx, network)
  const newest = await indexedTo(ctx, chainId)
  if (newest === undefined) return 'idle'
  const final = Math.max(0, newest - network.confirmations)
  const scannedTo = await storeDeposits(ctx, network, final)
  await notifyDeposits(ctx)
  if (scannedTo < final) return 'behind'
  const waiting = await arrivalsOn(ctx, network, { after: final, to: newest })
  return waiting.length > 0 ? 'busy' : 'idle'
}

function arrivalsOn(ctx: AppContext, network: Network, range: BlockRange): Promise<Arrival[]> {
  const coin = { symbol: network.symbol, decimals: NATIVE_DECIMALS }
  return findArrivals(ctx.db, network.chainId, range, coin)
}

/**
 * Stores the deposits that qualify for a notification, and returns the last block that was
 * searched.
 */
async function storeDeposits(ctx: AppContext, network: Network, final: number): Promise<number> {
  const { chainId } = network
  const after = await findScanned(ctx.db, chainId, final)
  const to = Math.min(final, after + BLOCKS_PER_SCAN)
  if (to <= after) return after
  const arrivals = await notifiableArrivals(ctx, await arrivalsOn(ctx, network, { after, to }))
  const foundAt = ctx.now()
  await ctx.db.transaction(async (tx) => {
    await setScanned(tx, chainId, to)
    for (const { units, decimals, ...arrival } of arrivals) {
      const amount = readableAmount(units, decimals)
      await insertDeposit(tx, {
        ...arrival,
        chainId,
        amount,
        network: network.name,
        foundAt,
      })
    }
  })
  return to
}

type DepositValue = { worthCents: bigint | undefined }

async function notifiableArrivals(
  ctx: AppContext,
  arrivals: readonly Arrival[],
): Promise<(Arrival & DepositValue)[]> {
  if (arrivals.length === 0) return []
  const prices = await pricesNow(
    ctx,
    arrivals.map(({ symbol }) => symbol),
  )
  return arrivals.flatMap((arrival) => {
    const { units, decimals, symbol } = arrival
    const deposit = { units, decimals, priceUsd: prices.get(symbol)?.priceUsd ?? null }
    return isDepositNotified(deposit) ? [{ ...arrival, worthCents: valueInCents(deposit) }] : []
  })
}

/**
 * Sends one alert for all pending deposits of a member, as soon as the limits allow another one.
 */
function notifyDeposits(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - DEPOSIT_WINDOW_MS)
  return ctx.db.transaction(async (tx) => {
    await lockScans(tx)
    await dropStaleDeposits(tx)
    for (const waiting of await findWaitingDeposits(tx, since)) {
      const { memberId, largest, maxCents, count, notifiedAt } = waiting
      if (!mayNotifyDeposits(notifiedAt, now, maxCents ?? undefined)) continue
      const data = { deposit: { ...largest, more: count - 1 } }
      await notify(tx, ctx, memberId, { code: 'FUNDS_RECEIVED', data })
      await markNotified(tx, memberId, now)
    }
  })
}
