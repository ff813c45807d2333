import { amountText } from '@solstice/rules/amount'
import { REFERRAL_DECIMALS } from '@solstice/rules/invite'
import { inLanguage } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  findOrderRows,
  findPaymentRows,
  findPayoutRows,
  findRefundRows,
  findWithdrawalRows,
} from './search-money.queries.ts'
import type { Found, MoneyFilter, Search } from './search-query.ts'

type Context = Pick<AppContext, 'db'>

/** Orders, refunds and payouts have no names: a text finds them only by id or by hash. */
function filterOf(search: Search): MoneyFilter | undefined {
  const { isHeld, state, memberId, moreThan, since, text, exact } = search
  const filter = { isHeld, state, memberId, moreThan, since }
  if (text === '') return filter
  if (exact?.kind === 'ID') return { ...filter, id: exact.id }
  return exact?.kind === 'HASH' ? { ...filter, txHash: text } : undefined
}

export async function findOrders({ db }: Context, search: Search): Promise<Found[]> {
  const filter = filterOf(search)
  if (!filter) return []
  const rows = await findOrderRows(db, filter, search.size)
  return rows.map(({ order, productName }) => ({
    id: String(order.id),
    userId: order.memberId,
    title: productName ? inLanguage(productName, search.language) : `${order.givesCredit} CREDIT`,
    detail: priceOf(order),
    state: order.state,
    at: order.createdAt.toISOString(),
    exact: search.exact !== undefined,
  }))
}

export async function findRefunds({ db }: Context, search: Search): Promise<Found[]> {
  const filter = filterOf(search)
  if (!filter) return []
  const rows = await findRefundRows(db, filter, search.size)
  return rows.map(({ refund, order }) => ({
    id: String(refund.id),
    userId: refund.memberId,
    title: refund.type,
    detail: order && priceOf(order),
    state: refund.state,
    at: refund.requestedAt.toISOString(),
    exact: search.exact !== undefined,
  }))
}

export async function findPayouts({ db }: Context, search: Search): Promise<Found[]> {
  const filter = filterOf(search)
  if (!filter) return []
  const rows = await findPayoutRows(db, filter, search.size)
  return rows.map((payout) => ({
    ...payoutView(payout),
    id: String(payout.id),
    exact: search.exact !== undefined,
  }))
}

/** Finds payments, payouts and withdrawals by their hash. */
export async function findTransactions({ db }: Context, search: Search): Promise<Found[]> {
  const { text, exact, size } = search
  if (exact?.kind !== 'HASH') return []
  const filter = { isHeld: false, state: undefined, memberId: undefined, moreThan: undefined }
  const paid = await findPaymentRows(db, text, size)
  const sent = await findPayoutRows(db, { ...filter, since: undefined, txHash: text }, size)
  // A withdrawal has the hash of its payout, unless it is older than the payouts.
  const withdrawn = sent.length > 0 ? [] : await findWithdrawalRows(db, text, size)
  const views = [
    ...paid.map(({ payment, symbol, decimals }) => ({
      userId: payment.memberId,
      title: 'PAYMENT',
      detail: symbol === null ? null : `${amountText(payment.amount, decimals ?? 0)} ${symbol}`,
      state: payment.state,
      at: payment.seenAt.toISOString(),
    })),
    ...sent.map((payout) => ({ ...payoutView(payout), title: 'PAYOUT' })),
    ...withdrawn.map((each) => ({
      userId: each.memberId,
      title: 'WITHDRAWAL',
      detail: `${amountText(each.amount, REFERRAL_DECIMALS)} ${each.symbol}`,
      state: each.status,
      at: each.createdAt.toISOString(),
    })),
  ]
  return views.slice(0, size).map((view) => ({ ...view, id: text, exact: true }))
}

type Payout = Awaited<ReturnType<typeof findPayoutRows>>[number]

function payoutView({ memberId, purpose, amount, decimals, symbol, heldFor, ...row }: Payout) {
  const isOpen = ['QUEUED', 'RESERVED', 'SENT'].includes(row.state)
  return {
    userId: memberId,
    title: purpose,
    detail: `${amountText(amount, decimals)} ${symbol}`,
    state: heldFor !== null && isOpen ? 'HELD' : row.state,
    at: row.createdAt.toISOString(),
  }
}

type Priced = {
  price: bigint
  payType: string
  symbol: string | null
  decimals: number | null
}

function priceOf({ price, payType, symbol, decimals }: Priced): string {
  return symbol === null ? `${price} ${payType}` : `${amountText(price, decimals ?? 0)} ${symbol}`
}
