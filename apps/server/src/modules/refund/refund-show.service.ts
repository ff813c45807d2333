import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { checksumAddress } from '@solstice/rules/address'
import { amountText } from '@solstice/rules/amount'
import { STABLE_DECIMALS } from '@solstice/rules/approval'
import type { RefundFacts } from '@solstice/rules/refund'
import { movedToday } from '#/modules/approval/approval-day.service.ts'
import type { Operator } from '#/modules/operator/operator.service.ts'
import { tokenAt } from '#/modules/order/order.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findQueueRow, type QueueRow } from './refund-queue.queries.ts'
import { factsOfRow, productOf, viewsOf } from './refund-queue.service.ts'
import {
  findNetworkName,
  findPaymentOfOrder,
  findPayoutTimes,
  findSpent,
} from './refund-show.queries.ts'

type Detail = CallData<'refund.show'>
type Event = Detail['events'][number]
type Payment = NonNullable<QueueRow['payment']>

/** Returns a refund with everything an operator needs to decide it. */
export async function showRefund(
  ctx: Pick<AppContext, 'db' | 'now'>,
  by: Operator,
  refundId: number,
): Promise<Detail> {
  const { db } = ctx
  const row = await findQueueRow(db, refundId)
  const [view] = row ? await viewsOf(db, ctx, by, [row]) : []
  if (!row || !view) throw refuse(Code.NOT_FOUND)
  const { order } = row
  const payment = row.payment ?? (order && (await findPaymentOfOrder(db, order.id)))
  const facts = await factsOfRow(db, row)
  const { moved, policy } = await movedToday(db, ctx, by, 'refund')
  const payer = payment?.payer ?? order?.payer ?? null
  return {
    ...view,
    memberProduct: productOf(row, view.language),
    order: order && {
      orderId: order.id,
      state: order.state,
      seasonId: order.seasonId,
      createdAt: order.createdAt.toISOString(),
      completedAt: order.completedAt?.toISOString() ?? null,
      expiresAt: order.expiresAt?.toISOString() ?? null,
    },
    payment: payment ? await paymentView(db, payment) : null,
    payTo: payer === null ? null : checksumAddress(payer),
    events: await eventsOf(db, row, payment ?? null),
    facts: facts ? factsView(facts) : [],
    today: {
      granted: amountText(moved, STABLE_DECIMALS),
      each: policy.refundUsds,
      day: policy.refundDayUsds,
    },
  }
}

async function paymentView(db: Db, payment: Payment): Promise<NonNullable<Detail['payment']>> {
  const { chainId, contract, amount } = payment
  const token = await tokenAt(db, { chainId, contract })
  return {
    state: payment.state,
    network: await findNetworkName(db, chainId),
    chainId,
    txHash: payment.txHash,
    blockNumber: payment.blockNumber,
    payer: checksumAddress(payment.payer),
    amount: amountText(amount, token?.decimals ?? 0),
    paidAt: payment.paidAt.toISOString(),
  }
}

function factsView(facts: RefundFacts): Detail['facts'] {
  return [
    { name: 'TYPE', value: facts.type },
    { name: 'ORDER_STATE', value: facts.state },
    { name: 'COMPLETED_AT', value: facts.completedAt?.toISOString() ?? null },
    { name: 'REQUESTED_AT', value: facts.requestedAt.toISOString() },
    { name: 'COVERS_GIFT', value: facts.coversGift },
    { name: 'PAYMENT', value: facts.payment },
    { name: 'NAMED_UNSEEN', value: facts.namedUnseen },
  ]
}

async function eventsOf(db: Db, row: QueueRow, payment: Payment | null): Promise<Event[]> {
  const { refund, order } = row
  const events: Event[] = []
  const add = (kind: Event['kind'], at: Date | null, more: Partial<Event> = {}) => {
    if (at === null) return
    const none = { reference: null, network: null, txHash: null, xp: 0, tickets: 0 }
    events.push({ kind, at: at.toISOString(), ...none, ...more })
  }
  if (order) add('ORDER_PLACED', order.createdAt, { reference: order.id })
  if (payment) {
    const network = await findNetworkName(db, payment.chainId)
    const { txHash } = payment
    add('PAYMENT_SEEN', payment.seenAt, { reference: payment.blockNumber, network, txHash })
    if (payment.state !== 'CREDITED') add('PAYMENT_SETTLED', payment.settledAt, { network, txHash })
  }
  if (order) {
    add('CREDITED', order.completedAt, {
      reference: order.ledgerTransaction,
      xp: order.givesXp,
      tickets: order.givesTickets,
    })
    const { seasonId, completedAt, memberId, givesXp } = order
    if (seasonId !== null && completedAt !== null) {
      for (const spent of await findSpent(db, { memberId, seasonId, completedAt, givesXp })) {
        add('SPENT', spent.at, { reference: spent.id, xp: spent.xp, tickets: spent.tickets })
      }
    }
  }
  add('REQUESTED', refund.requestedAt)
  add('DECIDED', refund.decidedAt)
  const payout = refund.payoutId === null ? undefined : await findPayoutTimes(db, refund.payoutId)
  if (payout) {
    const reference = refund.payoutId
    const { txHash } = payout
    add('PAYOUT_SENT', payout.sentAt, { reference, txHash })
    add('PAYOUT_CONFIRMED', payout.confirmedAt, { reference, txHash })
  }
  return events.toSorted((one, other) => one.at.localeCompare(other.at))
}
