import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { checksumAddress } from '@solstice/rules/address'
import { amountText } from '@solstice/rules/amount'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  cursorOf,
  offsetOf,
  pageBefore,
  pageOf,
  splitPage,
  withCursor,
  type CursorQuery,
} from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  COUNTED_MAX,
  countOrders,
  countUnmatched,
  findListedOrder,
  findOrders,
  findPaymentsOfOrder,
  findUnmatched,
  type ListedOrder,
  type ListedPayment,
  type OrderFilter,
  type UnmatchedKind,
} from './order-list.queries.ts'
import { tokenAt } from './order.service.ts'

type Context = Pick<AppContext, 'db'>
type OrderView = CallData<'order.listAll'>['list'][number]
type PaymentView = CallData<'order.show'>['payments'][number]

type Range = { beforeId: number | undefined; size: number; offset: number }
type Source<Row> = {
  find: (range: Range) => Promise<Row[]>
  count: () => Promise<number>
  idOf: (row: Row) => number
}

/** Reads a page by number with a count, or by cursor without one. */
async function readPage<Row, View>(
  query: CursorQuery,
  { find, count, idOf }: Source<Row>,
  toView: (row: Row) => Promise<View>,
) {
  const { size, before } = query
  const cursorAt = (row: Row | undefined) => row && { id: idOf(row), value: undefined }
  const views = async (rows: readonly Row[]) => {
    const list: View[] = []
    for (const row of rows) list.push(await toView(row))
    return list
  }
  if (before !== undefined) {
    const rows = await find({ beforeId: cursorOf(before)?.id, size: size + 1, offset: 0 })
    const { shown, last } = splitPage(rows, size)
    return { ...pageBefore(query, await views(shown), cursorAt(last)), isCountPartial: false }
  }
  const total = await count()
  const rows = await find({ beforeId: undefined, size, offset: offsetOf(query) })
  const totalCount = Math.min(total, COUNTED_MAX)
  const page = pageOf(query, await views(rows), totalCount)
  return { ...withCursor(page, cursorAt(rows.at(-1))), isCountPartial: total > COUNTED_MAX }
}

/** Lists orders of all members. */
export function listOrders(
  ctx: Context,
  { language, ...query }: CursorQuery & OrderFilter & { language: Language },
): Promise<CallData<'order.listAll'>> {
  const { db } = ctx
  return readPage(
    query,
    {
      find: (range) => findOrders(db, query, range),
      count: () => countOrders(db, query),
      idOf: ({ id }) => id,
    },
    async (row) => orderView(row, language),
  )
}

export async function showOrder(
  ctx: Context,
  { orderId, language }: { orderId: number; language: Language },
): Promise<CallData<'order.show'>> {
  const row = await findListedOrder(ctx.db, orderId)
  if (!row) throw refuse(Code.NOT_FOUND)
  const { order } = row
  const payments: PaymentView[] = []
  for (const payment of await findPaymentsOfOrder(ctx.db, orderId)) {
    payments.push(await paymentView(ctx.db, payment))
  }
  return {
    ...orderView(row, language),
    givesXp: order.givesXp,
    givesTickets: order.givesTickets,
    givesCredit: order.givesCredit,
    payer: order.payer,
    payTo: order.payTo,
    expiresAt: order.expiresAt?.toISOString() ?? null,
    ledgerTransactionId: order.ledgerTransaction,
    payments,
  }
}

/** Lists transfers to the treasury that belong to no order. */
export function listUnmatched(
  ctx: Context,
  query: CursorQuery & { kind: UnmatchedKind },
): Promise<CallData<'order.unmatched'>> {
  const { db } = ctx
  return readPage(
    query,
    {
      find: (range) => findUnmatched(db, query.kind, range),
      count: () => countUnmatched(db, query.kind),
      idOf: ({ payment }) => payment.id,
    },
    async ({ userId, nickname, refundId, refundState, ...row }) => ({
      ...(await paymentView(db, row)),
      userId,
      nickname,
      refundId,
      refundState,
    }),
  )
}

function orderView(
  { order, nickname, productName, refundId }: ListedOrder,
  language: Language,
): OrderView {
  const { payType, price, symbol, decimals, givesCredit } = order
  const packageName = { en: `${givesCredit} credit`, ko: `크레딧 ${givesCredit}` }
  return {
    orderId: order.id,
    userId: order.memberId,
    nickname,
    seasonId: order.seasonId,
    productId: order.productId,
    packageId: order.packageId,
    // A package of credit has no name of its own.
    name: (productName ?? packageName)[language],
    quantity: order.quantity,
    payType,
    price: amountText(price, payType === 'TOKEN' ? (decimals ?? 0) : 0),
    unit: payType === 'TOKEN' ? (symbol ?? payType) : payType,
    state: order.state,
    refundId,
    txHash: order.txHash,
    createdAt: order.createdAt.toISOString(),
    completedAt: order.completedAt?.toISOString() ?? null,
  }
}

async function paymentView(
  db: Db,
  { payment, network }: Pick<ListedPayment, 'payment' | 'network'>,
): Promise<PaymentView> {
  const { chainId, contract, amount } = payment
  const token = await tokenAt(db, { chainId, contract })
  return {
    paymentId: payment.id,
    state: payment.state,
    network: network ?? String(chainId),
    chainId,
    txHash: payment.txHash,
    blockNumber: payment.blockNumber,
    payer: checksumAddress(payment.payer),
    amount: amountText(amount, token?.decimals ?? 0),
    symbol: token?.symbol ?? '',
    paidAt: payment.paidAt.toISOString(),
  }
}
