import type { OrderState } from '@solstice/rules/order'
import { tokenText } from '@solstice/rules/round'
import type { TraceInputs, TraceOutcome } from '@solstice/rules/trace'
import { isInLedger, ledgerLink } from './credit.ts'
import { explained, isoOf, known, nextStep } from './explained.ts'
import type { Explainer, OperatorPart, PublicPart } from './explainer.ts'
import { findOrder, findRefund, findRefundId } from './entry-states.queries.ts'
import { findPosted } from './postings.queries.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>['order']
type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>['refund']

export const explainOrder: Explainer = async (ctx, { memberId, language }, key) => {
  const found = await findOrder(ctx.db, { memberId, orderId: Number(key) })
  if (!found) return undefined
  const { order, productName } = found
  const refundId = await findRefundId(ctx.db, order.id)
  const outcome = orderOutcome(order)
  // The history entry of a credited purchase has the prices of its day.
  if (outcome === 'GRANTED' && order.historyId !== null) {
    return { sameAs: `history:${order.historyId}` }
  }
  const posted = await findPosted(ctx.db, order.ledgerTransaction)
  const isGranted = outcome === 'GRANTED'
  const sums = isGranted ? sumsOf(order) : []
  const transactionId = isGranted ? posted : undefined
  return explained(
    { rule: 'purchase', outcome },
    order.completedAt ?? order.createdAt,
    {
      seasonId: order.seasonId,
      name: productName?.[language] ?? null,
      inputs: orderInputs(order, outcome),
      sums,
      next: outcome === 'PENDING' && order.expiresAt ? nextStep('TIME', order.expiresAt) : null,
      ledgerTransactionId: transactionId ?? null,
    },
    {
      equalsLedger: await isInLedger(ctx, memberId, {
        transactionId,
        sums: sums.filter(({ unit }) => !isPaidOnChain(order, unit)),
      }),
      hiddenInputs: known({ state: order.state, payer: order.payer, payTo: order.payTo }),
      links: [...orderLinks(order), ...ledgerLink(posted), ...refundLink(refundId)],
    },
  )
}

export const explainRefund: Explainer = async (ctx, { memberId, language }, key) => {
  const found = await findRefund(ctx.db, { memberId, refundId: Number(key) })
  if (!found) return undefined
  const { refund, order, productName } = found
  return explained(
    { rule: 'refund', outcome: refundOutcome(refund) },
    refund.decidedAt ?? refund.requestedAt,
    {
      seasonId: refund.seasonId,
      name: productName?.[language] ?? null,
      inputs: known({
        type: refund.type,
        forOperator: refund.forOperator,
        requestedAt: isoOf(refund.requestedAt),
        decidedAt: isoOf(refund.decidedAt),
        completedAt: isoOf(order?.completedAt),
        ...(order ? priceOf(order) : {}),
        fee:
          refund.fee === null || order?.decimals == null
            ? null
            : tokenText(refund.fee, order.decimals),
      }),
      next:
        refund.state === 'REQUESTED' && !refund.forOperator ? nextStep('TIME', refund.dueAt) : null,
    },
    {
      hiddenInputs: known({ state: refund.state, outcome: refund.outcome }),
      links: [
        ...(order ? orderLinks(order) : []),
        ...ledgerLink(await findPosted(ctx.db, order?.ledgerTransaction)),
        ...refundLink(refund.id),
        ...(refund.payoutId === null
          ? []
          : [{ kind: 'PAYOUT' as const, id: String(refund.payoutId) }]),
      ],
    },
  )
}

const ORDER_OUTCOMES: Readonly<Record<OrderState, TraceOutcome<'purchase'>>> = {
  OPEN: 'PENDING',
  SUBMITTED: 'PENDING',
  COMPLETED: 'GRANTED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'FAILED',
  FAILED: 'FAILED',
  REFUNDED: 'GRANTED',
  REVERSED: 'FAILED',
}

/** A refunded order was granted only if it had been credited before. */
function orderOutcome({ state, completedAt }: Order): TraceOutcome<'purchase'> {
  return state === 'REFUNDED' && completedAt === null ? 'FAILED' : ORDER_OUTCOMES[state]
}

function orderInputs(order: Order, outcome: TraceOutcome<'purchase'>): TraceInputs {
  return known({
    ...priceOf(order),
    payType: order.payType,
    quantity: order.quantity,
    createdAt: isoOf(order.createdAt),
    completedAt: isoOf(order.completedAt),
    payBy: outcome === 'PENDING' || outcome === 'FAILED' ? isoOf(order.expiresAt) : null,
    failure: outcome === 'FAILED' ? order.state : null,
  })
}

function priceOf({ payType, price, symbol, decimals }: Order) {
  return payType === 'TOKEN' && decimals !== null
    ? { price: tokenText(price, decimals), symbol }
    : { price: price.toString(), symbol: payType }
}

/** The price and what it gave, by unit. A payment on a chain is not part of the ledger. */
function sumsOf(order: Order): PublicPart['sums'] {
  const { price, symbol } = priceOf(order)
  const parts = [
    { unit: symbol ?? order.payType, part: 'PRICE' as const, amount: `-${price}` },
    { unit: 'XP', part: 'GIVEN' as const, amount: String(order.givesXp) },
    { unit: 'TICKET', part: 'GIVEN' as const, amount: String(order.givesTickets) },
    { unit: 'CREDIT', part: 'GIVEN' as const, amount: String(order.givesCredit) },
  ].filter(({ amount }) => amount !== '0' && amount !== '-0')
  return Array.from(
    Map.groupBy(parts, ({ unit }) => unit),
    ([unit, all]) => ({
      unit,
      parts: all.map(({ part, amount }) => ({ part, amount })),
      // Only the token of a payment has decimals, and it is never given as well.
      total: all.length === 1 ? (all[0]?.amount ?? '0') : wholeSum(all.map(({ amount }) => amount)),
    }),
  )
}

function isPaidOnChain(order: Order, unit: string): boolean {
  return order.payType === 'TOKEN' && unit === priceOf(order).symbol
}

const wholeSum = (amounts: readonly string[]): string =>
  amounts.reduce((sum, amount) => sum + BigInt(amount), 0n).toString()

function refundOutcome({ state, type, outcome }: Refund): TraceOutcome<'refund'> {
  if (state === 'REQUESTED' || state === 'APPROVED') return 'WAITING'
  if (outcome === null || outcome === 'REFUNDED') {
    return type === 'UNMATCHED' ? 'UNMATCHED' : 'GIVEN_BACK'
  }
  return outcome
}

function orderLinks({ id, seasonId, txHash }: Order): OperatorPart['links'] {
  const link = (kind: OperatorPart['links'][number]['kind'], value: number | string | null) =>
    value === null ? [] : [{ kind, id: String(value) }]
  return [...link('ORDER', id), ...link('SEASON', seasonId), ...link('TRANSACTION', txHash)]
}

function refundLink(refundId: number | undefined): OperatorPart['links'] {
  return refundId === undefined ? [] : [{ kind: 'REFUND', id: String(refundId) }]
}
