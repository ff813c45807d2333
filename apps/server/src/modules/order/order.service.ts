import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import type { Address } from '@solstice/rules/address'
import { amountText } from '@solstice/rules/amount'
import { isOpen, OPEN_ORDERS_MAX, ORDER_TTL_MS } from '@solstice/rules/order'
import {
  contractsOnChain,
  networkByChain,
  type Contract,
  type Network,
} from '#/modules/network/network.service.ts'
import { headNumber } from '#/modules/chain/chain.service.ts'
import { verifyPayment, type PaymentState } from '#/modules/chain/payment.service.ts'
import { isFrozen } from '#/modules/payout/lane.service.ts'
import { notify } from '#/platform/books/alerts.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { insertHistory, setHistory } from '#/platform/books/histories.ts'
import { InsufficientBalanceError, post, type Asset, type Entry } from '#/platform/books/ledger.ts'
import { refuse, type Refusal } from '#/platform/process/refusal.ts'
import {
  countOpenOrders,
  findConfirmations,
  insertOrder,
  lockOpenOrders,
  lockOrder,
  lockWalletOf,
  setOrderState,
  type NewOrder,
  type Order,
  type OrderTerms,
} from './order.queries.ts'
import { wakeWatch } from './order.queue.ts'
import { hasSeenPayment, isUsed } from './payment.queries.ts'
import { releaseStock, reserveStock } from './stock.queries.ts'

export {
  findOrder,
  findOrderOf,
  findOrderOfHistory,
  findPackageOrders,
  lockOrder,
  setOrderState,
} from './order.queries.ts'
export type { Order } from './order.queries.ts'
export { releaseStock } from './stock.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'chains' | 'treasury' | 'atFaultPoint'>
type UnavailableReason = NonNullable<CallData<'product.show'>['unavailableReason']>
type PaymentView = NonNullable<CallData<'product.buy'>['payment']>

export const unavailable = (reason: UnavailableReason): Refusal =>
  refuse(Code.PRODUCT_UNAVAILABLE, { data: { reason } })

/** The network and token for an on-chain payment, if payment is possible now. */
export type Market =
  | { kind: 'open'; network: Network; contract: Contract; head: number; payTo: Address }
  | { kind: 'closed' }
  /** For purchases that are not paid on chain. */
  | { kind: 'not-required' }

/**
 * Reads the market before the transaction of the order, including the block from which its payment
 * is searched.
 */
export async function fetchMarket(
  ctx: Context,
  token: { chainId: number; contract: string | null },
): Promise<Market> {
  const network = await networkByChain(ctx, token.chainId)
  const contract = await tokenAt(ctx.db, token)
  if (!network || !contract || !ctx.treasury) return { kind: 'closed' }
  if (await isFrozen(ctx.db, token.chainId)) return { kind: 'closed' }
  try {
    const head = await headNumber(ctx, network)
    return { kind: 'open', network, contract, head, payTo: ctx.treasury.address }
  } catch (error) {
    if (error instanceof ChainError) return { kind: 'closed' }
    throw error
  }
}

export async function tokenAt(
  db: Db,
  token: { chainId: number; contract: string | null },
): Promise<Contract | undefined> {
  const contracts = await contractsOnChain({ db }, token.chainId)
  const contractKey = token.contract?.toLowerCase() ?? null
  return contracts.find(({ address }) => (address?.toLowerCase() ?? null) === contractKey)
}

type Data = Readonly<Record<string, unknown>>

type Bought = Pick<
  NewOrder,
  | 'memberId'
  | 'productId'
  | 'packageId'
  | 'seasonId'
  | 'quantity'
  | 'payType'
  | 'price'
  | 'givesXp'
  | 'givesTickets'
  | 'givesCredit'
>

/** Opens an order. An order paid from a balance is completed immediately. */
export async function placeOrder(
  tx: Db,
  ctx: Context,
  bought: Bought,
  market: Market,
  /**
   * The end of the product's availability, which may be before the usual expiry, and the data that
   * explains the price in the history.
   */
  season?: { until: Date; trace: Data },
): Promise<Order> {
  const { memberId, productId, seasonId, quantity, payType } = bought
  const terms =
    payType === 'TOKEN' ? await termsFor(tx, ctx, memberId, market, season?.until) : null
  if (productId !== null) {
    const taken = await reserveStock(tx, { productId, memberId, quantity })
    if (taken !== 'taken') throw unavailable(taken)
  }
  const historyId =
    seasonId === null
      ? null
      : await newHistory(tx, ctx, { memberId, seasonId, data: season?.trace })
  const order = await insertOrder(tx, { ...bought, historyId, terms, createdAt: ctx.now() })
  if (terms) await wakeWatch(tx, ctx, terms.chainId)
  else await completeOrder(tx, ctx, order)
  ctx.atFaultPoint?.('order-opening')
  return terms ? order : ((await lockOrder(tx, order.id)) ?? order)
}

async function termsFor(
  tx: Db,
  ctx: Context,
  memberId: number,
  market: Market,
  until: Date | undefined,
): Promise<OrderTerms> {
  const payer = await lockWalletOf(tx, memberId)
  if (payer === undefined) throw refuse(Code.WALLET_NOT_FOUND)
  if (market.kind !== 'open') throw unavailable('NETWORK_DOWN')
  if ((await countOpenOrders(tx, memberId)) >= OPEN_ORDERS_MAX) throw unavailable('TOO_MANY_OPEN')
  const { network, contract, head, payTo } = market
  const end = new Date(ctx.now().getTime() + ORDER_TTL_MS)
  return {
    chainId: network.chainId,
    contract: contract.address,
    symbol: contract.symbol,
    decimals: contract.decimals,
    payTo,
    payer,
    afterBlock: head,
    expiresAt: until && until < end ? until : end,
  }
}

function newHistory(
  tx: Db,
  ctx: Context,
  { data = {}, ...of }: { memberId: number; seasonId: number; data: Data | undefined },
): Promise<number> {
  return insertHistory(tx, {
    ...of,
    data,
    tab: 'Purchased',
    kind: 'PURCHASE',
    status: 'PENDING',
    at: ctx.now(),
  })
}

/** Returns cost and goods as one posting, so that a refund can reverse both together. */
function entriesOf(order: Order): Entry[] {
  const entries: Entry[] = []
  const season = order.seasonId === null ? undefined : `season:${order.seasonId}`
  const move = (asset: Asset, amount: bigint, scope?: string): void => {
    if (amount === 0n) return
    const assetKey = { asset, ...(scope === undefined ? {} : { scope }) }
    entries.push({ holder: { member: order.memberId }, amount, ...assetKey })
    entries.push({ holder: { system: 'SHOP' }, amount: -amount, ...assetKey })
  }
  if (order.payType !== 'TOKEN') move(order.payType, -order.price, season)
  move('XP', BigInt(order.givesXp), season)
  move('TICKET', BigInt(order.givesTickets), season)
  move('CREDIT', BigInt(order.givesCredit))
  return entries
}

/**
 * Credits the purchase in the transaction of its payment. The ledger key of the order makes it
 * happen once.
 */
export async function completeOrder(
  tx: Db,
  ctx: Pick<AppContext, 'now' | 'atFaultPoint'>,
  order: Order,
  txHash?: string,
): Promise<void> {
  const at = ctx.now()
  const { id, memberId, seasonId, historyId } = order
  const kind = order.payType === 'TICKET' ? 'PURCHASE' : 'PRODUCT'
  const { transactionId } = await post(tx, {
    kind,
    key: `order:${id}`,
    at,
    entries: entriesOf(order),
    data: { orderId: id },
  }).catch((error: unknown) => {
    if (!(error instanceof InsufficientBalanceError)) throw error
    const isTickets = order.payType === 'TICKET'
    throw refuse(isTickets ? Code.TICKETS_INSUFFICIENT : Code.XP_INSUFFICIENT)
  })
  const done = { state: 'COMPLETED', ledgerTransaction: transactionId, at } as const
  await setOrderState(tx, id, txHash === undefined ? done : { ...done, txHash })
  if (historyId !== null && seasonId !== null) {
    const price = Number(order.price)
    await setHistory(tx, historyId, {
      status: 'COMPLETED',
      xp: order.givesXp - (order.payType === 'XP' ? price : 0),
      tickets: order.givesTickets - (order.payType === 'TICKET' ? price : 0),
      txHash: txHash ?? null,
    })
  }
  const data = historyId === null || seasonId === null ? {} : { seasonId, historyId }
  await notify(tx, ctx, memberId, { code: 'PURCHASE_SUCCESS', data })
}

/** Closes an order without a credit and returns its reserved stock. */
export async function closeOrder(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  order: Order,
  state: 'CANCELLED' | 'EXPIRED' | 'FAILED',
): Promise<void> {
  const { memberId, seasonId, historyId } = order
  await setOrderState(tx, order.id, { state })
  await releaseStock(tx, order)
  if (historyId !== null) {
    await setHistory(tx, historyId, { status: state === 'CANCELLED' ? 'CANCELLED' : 'FAILED' })
  }
  // Skip the notification when the member cancelled the order or never named a transaction.
  if (state === 'CANCELLED' || order.txHash === null) return
  const data = historyId === null || seasonId === null ? {} : { seasonId, historyId }
  await notify(tx, ctx, memberId, { code: 'PURCHASE_FAIL', data })
}

/**
 * Cancels the open orders as part of the account deletion; later payments are refunded to the
 * payer.
 */
export async function cancelOpenOrders(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<void> {
  for (const order of await lockOpenOrders(tx, memberId)) {
    await closeOrder(tx, ctx, order, 'CANCELLED')
  }
}

export type OrderChange = { txHash?: string | undefined; status?: 'CANCELLED' | undefined }

/**
 * Verifies the transaction a member names on the chain, before the database transaction of the
 * call.
 */
export async function fetchPaymentState(
  ctx: Context,
  order: Order | undefined,
  { txHash }: OrderChange,
): Promise<PaymentState | undefined> {
  if (!order?.terms || txHash === undefined || !isOpen(order.state)) return undefined
  const network = await networkByChain(ctx, order.terms.chainId)
  if (!network) return undefined
  try {
    return await verifyPayment(ctx, network, expectedOf(order, order.terms), txHash)
  } catch (error) {
    // The state is unknown; the watch checks it again.
    if (error instanceof ChainError) return undefined
    throw error
  }
}

export function expectedOf({ price }: Order, terms: OrderTerms) {
  return {
    // The stored addresses were validated when the order was opened.
    contract: terms.contract as Address | null,
    payer: terms.payer as Address,
    payee: terms.payTo as Address,
    amount: price,
    afterBlock: terms.afterBlock,
  }
}

const REFUSED = {
  reverted: 'REVERTED',
  'before-the-order': 'BEFORE_ORDER',
  'not-this-payment': 'OTHER_PAYMENT',
} as const

/** Sets the transaction of an order or cancels the order. Repeating it changes nothing. */
export async function changeOrder(
  tx: Db,
  ctx: Context,
  orderId: number,
  change: OrderChange,
  paymentState: PaymentState | undefined,
): Promise<Order> {
  const order = await lockOrder(tx, orderId)
  if (!order?.terms) throw refuse(Code.NOT_FOUND)
  const { chainId } = order.terms
  if (change.status === 'CANCELLED') {
    if (order.state === 'CANCELLED') return order
    // A named transaction without a recorded payment does not block the cancellation; a later
    // payment is refunded.
    if (!isOpen(order.state) || (await hasSeenPayment(tx, orderId))) {
      throw unavailable('ORDER_CLOSED')
    }
    await closeOrder(tx, ctx, order, 'CANCELLED')
  } else {
    const txHash = change.txHash?.toLowerCase() ?? ''
    const isSame = order.txHash === txHash
    if (isSame && order.state !== 'OPEN') return order
    if (!isOpen(order.state)) throw unavailable('ORDER_CLOSED')
    if (paymentState?.kind === 'refused') {
      throw refuse(Code.PAYMENT_UNVERIFIED, { data: { reason: REFUSED[paymentState.reason] } })
    }
    // A transaction with one payment can pay one order only.
    if (await isUsed(tx, { chainId, txHash, orderId })) {
      throw refuse(Code.PAYMENT_UNVERIFIED, { data: { reason: 'ALREADY_USED' } })
    }
    await setOrderState(tx, orderId, { state: 'SUBMITTED', txHash })
    if (order.historyId !== null)
      await setHistory(tx, order.historyId, { status: 'PENDING', txHash })
    await wakeWatch(tx, ctx, chainId)
  }
  return (await lockOrder(tx, orderId)) ?? order
}

/** Returns the payment status of orders as shown to members. */
export async function paymentViews(
  db: Db,
  orders: readonly Order[],
): Promise<ReadonlyMap<number, PaymentView>> {
  const views = new Map<number, PaymentView>()
  for (const order of orders) {
    if (order.terms) views.set(order.id, await paymentView(db, order, order.terms))
  }
  return views
}

async function paymentView(db: Db, order: Order, terms: OrderTerms): Promise<PaymentView> {
  const row = await findConfirmations(db, { orderId: order.id, chainId: terms.chainId })
  const needed = row?.needed ?? 1
  const isDone = order.state === 'COMPLETED' || order.state === 'REFUNDED'
  return {
    payTo: terms.payTo,
    payFrom: terms.payer,
    price: amountText(order.price, terms.decimals),
    tokenSymbol: terms.symbol,
    tokenDecimals: terms.decimals,
    chainId: terms.chainId,
    contractAddress: terms.contract,
    expiresAt: terms.expiresAt.toISOString(),
    txHash: order.txHash,
    confirmations: isDone ? needed : Math.min(needed, row?.depth ?? 0),
    confirmationsNeeded: needed,
    waitsFor: row?.waitsFor ?? null,
  }
}
