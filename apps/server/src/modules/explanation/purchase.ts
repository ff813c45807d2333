import type { TraceOutcome } from '@solstice/rules/trace'
import { inLanguage } from '#/modules/season/programme.service.ts'
import type { HistoryStatus } from '#/platform/books/histories.ts'
import { explainCredit, ledgerLink } from './credit.ts'
import type { ExplainContext, Explained, Explanation, SameAs } from './explainer.ts'
import { findHistoryEntry, type HistoryEntry } from './explanation.queries.ts'
import { findPosted, findReversalOf } from './postings.queries.ts'
import { signedText, sumOf, type Sum } from './sums.ts'

const OUTCOMES: Record<HistoryStatus, TraceOutcome<'purchase'>> = {
  PENDING: 'PENDING',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
  COMPLETED: 'GRANTED',
  // The goods were given before the refund; the refund has its own explanation.
  REFUND_REQUESTED: 'GRANTED',
  REFUND_COMPLETED: 'GRANTED',
  REFUND_REJECTED: 'GRANTED',
}

/** Explains a purchase. A payment without an order is explained by its refund. */
export async function explainPurchase(
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
): Promise<Explanation | SameAs> {
  if (row.orderId === null && row.refundId !== null) return { sameAs: `refund:${row.refundId}` }
  const { price, givesXp, givesTickets } = row
  // A payment that the chain undid leaves a posting that was taken back.
  const isGiven = row.ledgerTransaction !== null && row.status !== 'FAILED'
  const posted = await findPosted(ctx.db, row.ledgerTransaction)
  return explainCredit(ctx, of, row, {
    rule: 'purchase',
    outcome: isGiven ? 'GRANTED' : OUTCOMES[row.status],
    facts: {
      ...orderFacts(row),
      status: row.status,
      ...(row.status === 'FAILED' ? { failure: row.orderState } : {}),
    },
    sums: isGiven ? sumsOf(row, 1) : [],
    steps: [],
    stored: { price: price?.toString(), givesXp, givesTickets },
    transactionId: isGiven ? posted : undefined,
    links: [
      ...(row.orderId === null ? [] : [{ kind: 'ORDER' as const, id: String(row.orderId) }]),
      ...(isGiven ? [] : ledgerLink(posted)),
    ],
    name: row.productName && inLanguage(row.productName, of.language),
  })
}

/** Explains the entry that a granted refund adds to the history: the purchase, taken back. */
export async function explainRefundEntry(
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
): Promise<Explanation> {
  const purchaseId = Number(row.data['purchase'])
  const purchase = await findHistoryEntry(ctx.db, { memberId: of.memberId, historyId: purchaseId })
  const bought = purchase?.ledgerTransaction ?? undefined
  const reversal = bought === undefined ? undefined : await findReversalOf(ctx.db, bought)
  const sums = purchase ? sumsOf(purchase, -1) : []
  return explainCredit(ctx, of, row, {
    rule: 'refund',
    outcome: 'GIVEN_BACK',
    facts: { purchaseEntryId: `history:${purchaseId}`, ...(purchase ? orderFacts(purchase) : {}) },
    sums,
    steps: [],
    stored: {},
    transactionId: await findPosted(ctx.db, reversal),
    links: purchase?.orderId ? [{ kind: 'ORDER', id: String(purchase.orderId) }] : [],
    name: purchase?.productName ? inLanguage(purchase.productName, of.language) : null,
  })
}

function orderFacts({ price, decimals, ...order }: HistoryEntry) {
  const { payType, quantity, symbol, givesXp, givesTickets } = order
  const priceText = price === null ? null : signedText(price, decimals ?? 0)
  return { payType, quantity, symbol, givesXp, givesTickets, price: priceText }
}

/** Tokens are paid on the chain, so their price is no part of the ledger's sums. */
function sumsOf({ payType, price, givesXp, givesTickets }: HistoryEntry, sign: 1 | -1): Sum[] {
  const paidIn = (unit: string) => (payType === unit ? (price ?? 0n) * BigInt(-sign) : 0n)
  const given = (amount: number | null) => BigInt((amount ?? 0) * sign)
  return [
    ...sumOf('XP', [
      ['PRICE', paidIn('XP')],
      ['GIVEN', given(givesXp)],
    ]),
    ...sumOf('TICKET', [
      ['PRICE', paidIn('TICKET')],
      ['GIVEN', given(givesTickets)],
    ]),
  ]
}
