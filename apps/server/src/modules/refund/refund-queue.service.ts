import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import { STABLE_DECIMALS } from '@solstice/rules/approval'
import { HOUR_MS } from '@solstice/rules/duration'
import { decideRefund } from '@solstice/rules/refund'
import { holderOf } from '@solstice/rules/refund-claim'
import { movedToday } from '#/modules/approval/approval-day.service.ts'
import type { Operator } from '#/modules/operator/operator.service.ts'
import { findOrder, tokenAt } from '#/modules/order/order.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  cursorOf,
  pageBefore,
  pageOf,
  splitPage,
  withCursor,
  type Cursor,
  type CursorQuery,
  type PageQuery,
} from '#/platform/process/page.ts'
import { readFacts } from './refund-decision.service.ts'
import {
  balanceKey,
  findBalances,
  findEarlier,
  findProposals,
  findQueueBehind,
  findQueuePage,
  findQueueRow,
  type Earlier,
  type QueueFilter,
  type QueueRow,
} from './refund-queue.queries.ts'
import { hasForeign } from './refund.queries.ts'

export type RefundView = CallData<'refund.decide'>
type Context = Pick<AppContext, 'now'>
type Gift = RefundView['given']

/** Requests that no rule has decided within this time are shown to operators. */
export const RULE_DEADLINE_MS = HOUR_MS

/** Lists the refunds in a state; without one, those that wait for an operator. */
export async function listRefunds(
  ctx: Pick<AppContext, 'db' | 'now'>,
  by: Operator,
  query: CursorQuery &
    Partial<Omit<QueueFilter, 'forOperator'>> & { forOperator?: 'true' | 'false' | undefined },
): Promise<CallData<'refund.queue'>> {
  const { page, size, before, state, type, userId, claimedBy } = query
  const forOperator = query.forOperator === undefined ? undefined : query.forOperator === 'true'
  const now = ctx.now()
  const filter = { state, type, userId, claimedBy, forOperator }
  const overdueBefore = new Date(now.getTime() - RULE_DEADLINE_MS)
  const at = { now, overdueBefore, operatorId: by.operatorId }
  const { moved, policy } = await movedToday(ctx.db, ctx, by, 'refund')
  return {
    ...(await (before === undefined
      ? numberedPage(ctx, by, { page, size }, filter, at)
      : pageBehind(ctx, by, { page, size, before }, filter, at))),
    today: { granted: amountText(moved, STABLE_DECIMALS), day: policy.refundDayUsds },
  }
}

type Listing = Pick<AppContext, 'db' | 'now'>
type At = Parameters<typeof findQueuePage>[3]

async function numberedPage(
  ctx: Listing,
  by: Operator,
  page: PageQuery,
  filter: QueueFilter,
  at: At,
) {
  const { rows, totalCount } = await findQueuePage(ctx.db, page, filter, at)
  const list = await viewsOf(ctx.db, ctx, by, rows)
  return withCursor(pageOf(page, list, totalCount), cursorAt(rows.at(-1)))
}

async function pageBehind(
  ctx: Listing,
  by: Operator,
  { before, ...page }: PageQuery & { before: string },
  filter: QueueFilter,
  at: At,
) {
  // One more row tells whether another page follows.
  const range = { size: page.size + 1, cursor: cursorOf(before) }
  const rows = await findQueueBehind(ctx.db, range, filter, at)
  const { shown, last } = splitPage(rows, page.size)
  return pageBefore(page, await viewsOf(ctx.db, ctx, by, shown), cursorAt(last))
}

function cursorAt(row: QueueRow | undefined): Cursor | undefined {
  return row && { id: row.refund.id, value: row.refund.requestedAt.getTime() }
}

/** Returns one refund as the queue shows it. */
export async function viewOfRefund(
  db: Db,
  ctx: Context,
  by: Pick<Operator, 'operatorId'>,
  refundId: number,
): Promise<RefundView> {
  const row = await findQueueRow(db, refundId)
  const [view] = row ? await viewsOf(db, ctx, by, [row]) : []
  if (!view) throw new Error(`No refund found for ${refundId}`)
  return view
}

/** Reads what the rows share at once, so that a page costs few statements. */
export async function viewsOf(
  db: Db,
  ctx: Context,
  by: Pick<Operator, 'operatorId'>,
  rows: readonly QueueRow[],
): Promise<RefundView[]> {
  if (rows.length === 0) return []
  const memberIds = Array.from(new Set(rows.map(({ refund }) => refund.memberId)))
  const balances = await findBalances(db, memberIds)
  const earlier = await findEarlier(db, memberIds)
  const ids = rows.map(({ refund }) => refund.id)
  const proposals = await findProposals(db, ids, ctx.now())
  const views: RefundView[] = []
  for (const row of rows) {
    const approvalId = proposals.get(row.refund.id)?.approvalId ?? null
    const shared = { balances, approvalId, earlier: earlier.get(row.refund.memberId) }
    views.push(await viewOf(db, ctx, by, row, shared))
  }
  return views
}

type Shared = {
  balances: ReadonlyMap<string, bigint>
  earlier: Earlier | undefined
  approvalId: number | null
}

async function viewOf(
  db: Db,
  ctx: Context,
  by: Pick<Operator, 'operatorId'>,
  row: QueueRow,
  { balances, earlier, approvalId }: Shared,
): Promise<RefundView> {
  const { refund, order, nickname, language, claimedByName } = row
  const paid = await paidOf(db, row)
  const given = givenBy(row)
  const holder = holderOf(refund, ctx.now())
  return {
    refundId: refund.id,
    userId: refund.memberId,
    nickname,
    language: language ?? 'en',
    type: refund.type,
    reason: refund.reason,
    state: refund.state,
    forOperator: refund.forOperator,
    outcome: refund.outcome,
    note: refund.note,
    orderId: refund.orderId,
    product: productOf(row, 'en'),
    quantity: order?.quantity ?? 1,
    price: paid.symbol === '' ? paid.amount : `${paid.amount} ${paid.symbol}`,
    amount: paid.amount,
    symbol: paid.symbol,
    payType: order?.payType ?? 'TOKEN',
    given,
    recoverable: recoverableOf(row, given, balances),
    earlier: { ...(earlier ?? { refunds: 1, granted: 0, orders: 0 }), ...ownOf(refund, earlier) },
    expectedOutcome: await expectedOutcomeOf(db, ctx, row),
    claimedBy: holder === null ? null : claimedByName,
    claimedUntil: holder === null ? null : (refund.claimedUntil?.toISOString() ?? null),
    isMine: holder === by.operatorId,
    approvalId,
    txHash: refund.txHash ?? row.payment?.txHash ?? order?.txHash ?? null,
    payoutId: refund.payoutId,
    requestedAt: refund.requestedAt.toISOString(),
    decidedAt: refund.decidedAt?.toISOString() ?? null,
  }
}

/** The refund itself is not an earlier one. */
function ownOf({ outcome }: QueueRow['refund'], earlier: Earlier | undefined) {
  const { refunds = 1, granted = 0 } = earlier ?? {}
  return { refunds: refunds - 1, granted: outcome === 'REFUNDED' ? granted - 1 : granted }
}

/** Names what was bought, in the language of the member or of the queue. */
export function productOf(
  { order, productName }: Pick<QueueRow, 'order' | 'productName'>,
  language: Language,
): string | null {
  if (productName) return productName[language]
  if (order?.packageId == null) return null
  return language === 'ko' ? `크레딧 ${order.givesCredit}` : `${order.givesCredit} credit`
}

/** Returns the paid amount. A token that is not listed any more has no symbol and no decimals. */
async function paidOf(
  db: Db,
  { order, payment }: Pick<QueueRow, 'order' | 'payment'>,
): Promise<{ amount: string; symbol: string }> {
  const chainId = payment?.chainId ?? order?.chainId ?? null
  const units = payment?.amount ?? order?.price ?? 0n
  if (chainId === null) return { amount: `${units}`, symbol: order?.payType ?? '' }
  const token = await tokenAt(db, { chainId, contract: (payment ?? order)?.contract ?? null })
  return { amount: amountText(units, token?.decimals ?? 0), symbol: token?.symbol ?? '' }
}

const NOTHING: Gift = { xp: 0, tickets: 0, credit: 0 }

/** A purchase that was never credited gave nothing. */
function givenBy({ order }: QueueRow): Gift {
  if (!order || order.completedAt === null) return NOTHING
  return { xp: order.givesXp, tickets: order.givesTickets, credit: order.givesCredit }
}

/** Returns how much of a gift the member still has; a refunded purchase was taken back already. */
function recoverableOf(
  { order, refund }: QueueRow,
  given: Gift,
  balances: ReadonlyMap<string, bigint>,
): Gift {
  if (order?.state !== 'COMPLETED') return NOTHING
  const scope = `season:${order.seasonId}`
  const leftOf = (most: number, asset: string, of: string) => {
    const balance = balances.get(balanceKey(refund.memberId, asset, of)) ?? 0n
    return balance < BigInt(most) ? Number(balance) : most
  }
  return {
    xp: leftOf(given.xp, 'XP', scope),
    tickets: leftOf(given.tickets, 'TICKET', scope),
    credit: leftOf(given.credit, 'CREDIT', ''),
  }
}

/** Returns the facts of the rule; undefined if no rule applies to the refund. */
export async function factsOfRow(db: Db, { refund }: QueueRow) {
  if (refund.state !== 'REQUESTED' || refund.orderId === null || refund.paymentId !== null) {
    return undefined
  }
  const order = await findOrder(db, refund.orderId)
  return order && readFacts(db, refund, order, { isForeign: (txHash) => hasForeign(db, txHash) })
}

async function expectedOutcomeOf(
  db: Db,
  ctx: Context,
  row: QueueRow,
): Promise<RefundView['expectedOutcome']> {
  const facts = await factsOfRow(db, row)
  if (!facts) return null
  const decision = decideRefund(facts, ctx.now())
  switch (decision.kind) {
    case 'wait':
      return 'WAITS'
    case 'reject':
      return decision.outcome
    case 'give-back':
    case 'already-going-back':
      return 'REFUNDED'
  }
}
