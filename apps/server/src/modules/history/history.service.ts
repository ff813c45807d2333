import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { rulesOf } from '@solstice/rules/missions/registry'
import { canRequestRefund } from '@solstice/rules/refund'
import { tokenText } from '@solstice/rules/round'
import { prizesFrom, prizesView } from '@solstice/rules/missions/spin/spin'
import { findOrder, paymentViews } from '#/modules/order/order.service.ts'
import { refundViewOf, refundTypesOf, unmatchedViewOf } from '#/modules/refund/refund.service.ts'
import { inLanguage, loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import type { AppContext, Reads } from '#/platform/process/context.ts'
import type { HistoryTab } from '#/platform/books/histories.ts'
import {
  cursorOf,
  idCursor,
  pageBefore,
  pageOf,
  splitPage,
  withCursor,
  type CursorQuery,
} from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findHistories,
  findHistoriesBefore,
  findHistory,
  findSpinOfHistory,
  type HistoryRow,
} from './history.queries.ts'
import { findTicketMoves, findTicketMovesBefore, type TicketMove } from './ticket-moves.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>
type Caller = { memberId: number; language: Language }
type HistoryView = CallData<'history.list'>['list'][number]
type TicketReason = CallData<'history.tickets'>['list'][number]['reason']

export async function listHistories(
  ctx: Reads,
  caller: Caller,
  query: CursorQuery & { seasonId: number; tab: HistoryTab },
): Promise<CallData<'history.list'>> {
  const programme = await loadProgramme(ctx, query.seasonId)
  const of = { ...query, memberId: caller.memberId }
  const view = (row: HistoryRow) => historyView(programme, row, caller.language)
  if (query.before === undefined) {
    const { histories, totalCount } = await findHistories(ctx.db, of)
    return withCursor(pageOf(query, histories.map(view), totalCount), idCursor(histories.at(-1)))
  }
  const beforeId = cursorOf(query.before)?.id
  // One more entry than requested shows whether another page follows.
  const rows = await findHistoriesBefore(ctx.db, { ...of, beforeId }, query.size + 1)
  ctx.onlyOld(rows[0]?.createdAt)
  const { shown, last } = splitPage(rows, query.size)
  return pageBefore(query, shown.map(view), idCursor(last))
}

export async function showHistory(
  ctx: Context,
  caller: Caller,
  params: { seasonId: number; historyId: number },
): Promise<CallData<'history.show'>> {
  const programme = await loadProgramme(ctx, params.seasonId)
  const of = { ...params, memberId: caller.memberId }
  const row = await findHistory(ctx.db, of)
  if (!row) throw refuse(Code.NOT_FOUND)
  const spin = row.kind === 'SPIN' ? await findSpinOfHistory(ctx.db, of) : undefined
  return {
    ...historyView(programme, row, caller.language),
    ...(await purchaseOf(ctx, row)),
    breakdown: breakdownOf(programme, row),
    spin: spin
      ? {
          prizes: prizesView(prizesFrom(spin.odds)),
          prizeIndex: spin.prizeIndex,
          usedTicket: spin.usedTicket,
          proof: {
            serverSeed: spin.serverSeed,
            clientSeed: spin.clientSeed,
            nonce: spin.nonce,
            commitment: spin.commitment,
            nextCommitment: null,
          },
        }
      : null,
  }
}

const NO_PURCHASE = { refund: null, refundTypes: [], payment: null }

/** Returns the details of a purchase or of an unmatched payment. */
async function purchaseOf(
  ctx: Context,
  { id, userProductId, kind }: HistoryRow,
): Promise<Pick<CallData<'history.show'>, 'refund' | 'refundTypes' | 'payment'>> {
  if (kind !== 'PURCHASE') return NO_PURCHASE
  const refund = await refundViewOf(ctx.db, id)
  const order = userProductId === null ? undefined : await findOrder(ctx.db, userProductId)
  if (!order) return { ...NO_PURCHASE, refund, payment: await unmatchedViewOf(ctx.db, id) }
  const payments = await paymentViews(ctx.db, [order])
  return {
    refund,
    refundTypes: await refundTypesOf(ctx.db, ctx, order),
    payment: payments.get(order.id) ?? null,
  }
}

function historyView(programme: Programme, row: HistoryRow, language: Language): HistoryView {
  const { reward } = programme
  return {
    historyId: row.id,
    seasonId: programme.seasonId,
    tab: row.tab,
    kind: row.kind,
    title: titleOf(programme, row, language),
    xp: row.xp,
    tickets: row.tickets,
    reward:
      row.reward === null
        ? null
        : { amount: tokenText(row.reward, reward.decimals), symbol: reward.symbol },
    createdAt: row.createdAt.toISOString(),
    missionId: row.missionId,
    productId: row.productId,
    userProductId: row.userProductId,
    status: row.status,
    refundable: isRefundable(row),
    txHash: row.txHash,
  }
}

/** A refund can be requested once per purchase, until it is refunded. */
function isRefundable({ orderState, refundRequested }: HistoryRow): boolean {
  return orderState !== null && canRequestRefund({ state: orderState, requested: refundRequested })
}

const OTHER_TITLES: Record<string, Record<Language, string>> = {
  INVITE: { en: 'Invite reward', ko: '초대 보상' },
  PURCHASE: { en: 'Unmatched payment', ko: '주문과 연결되지 않은 결제' },
  REFUND: { en: 'Refund', ko: '환불' },
  MISSION: { en: 'Mission', ko: '미션' },
}

/** Uses the current title of the mission; entries without a title of their own use their kind. */
function titleOf(programme: Programme, row: HistoryRow, language: Language): string {
  if (row.kind === 'ROUND_REWARD') {
    const number = row.roundNumber ?? ''
    return { en: `Round ${number} reward`, ko: `${number}라운드 보상` }[language]
  }
  if (row.productName) return inLanguage(row.productName, language)
  const mission = programme.missions.find(({ missionId }) => missionId === row.missionId)
  if (mission) return inLanguage(mission.title, language)
  return OTHER_TITLES[row.kind]?.[language] ?? row.kind
}

/** Returns how the XP was calculated, if the mission type provides it. */
function breakdownOf(
  { missions }: Programme,
  { missionId, data }: HistoryRow,
): CallData<'history.show'>['breakdown'] {
  const mission = missions.find((one) => one.missionId === missionId)
  return (mission && rulesOf(mission.type).explain?.(data)) ?? null
}

/** Maps the kinds of ledger postings to the reasons in the ticket history. */
const TICKET_REASONS: Record<string, TicketReason> = {
  TICKET_CLAIM: 'CLAIM',
  SPIN: 'SPIN',
  PURCHASE: 'PURCHASE',
  REFUND: 'REFUND',
  PRODUCT: 'PRODUCT',
}

export async function listTicketHistories(
  ctx: Reads,
  memberId: number,
  query: CursorQuery & { seasonId: number; missionId?: number | undefined },
): Promise<CallData<'history.tickets'>> {
  const { page, size, missionId } = query
  const { seasonId } = await loadProgramme(ctx, query.seasonId)
  const of = { seasonId, memberId, missionId }
  if (query.before === undefined) {
    const { moves, totalCount } = await findTicketMoves(ctx.db, { ...of, page, size })
    const last = moves.at(-1)
    return withCursor(
      pageOf(query, moves.map(ticketView), totalCount),
      last && { id: last.transactionId, value: last.balance - last.change },
    )
  }
  const before = cursorOf(query.before)
  const { moves, next } = await findTicketMovesBefore(ctx.db, of, { before, size })
  ctx.onlyOld(moves[0]?.createdAt)
  return pageBefore(query, moves.map(ticketView), next)
}

function ticketView(move: TicketMove): CallData<'history.tickets'>['list'][number] {
  return {
    ticketHistoryId: move.transactionId,
    change: move.change,
    reason: TICKET_REASONS[move.kind] ?? 'ADJUSTMENT',
    balance: move.balance,
    createdAt: move.createdAt.toISOString(),
  }
}
