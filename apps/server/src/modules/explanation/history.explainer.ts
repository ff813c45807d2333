import { explainXp } from '@solstice/rules/missions/repeated'
import { prizesFrom, prizesView, verifySpin } from '@solstice/rules/missions/spin/spin'
import { checkInWindow, programmeDayOf } from '@solstice/rules/programme-day'
import { SPIN_HASH } from '@solstice/rules/replay'
import type { TraceRule } from '@solstice/rules/trace'
import type { HistoryKind } from '#/platform/books/histories.ts'
import { traceIn } from '#/platform/books/traces.ts'
import { explainCredit } from './credit.ts'
import type { ExplainContext, Explained, Explainer, Explanation, SameAs } from './explainer.ts'
import { findDraw, findHistoryEntry, findSlot, type HistoryEntry } from './explanation.queries.ts'
import { findTransactionOf } from './postings.queries.ts'
import { explainPurchase, explainRefundEntry } from './purchase.ts'
import { sumOf } from './sums.ts'

type Explain = (
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
) => Promise<Explanation | SameAs>

const EXPLAINED_KINDS: Record<HistoryKind, Explain> = {
  CHECK_IN: (ctx, of, row) => explainXpCredit(ctx, of, row, 'check-in'),
  MISSION: (ctx, of, row) => explainXpCredit(ctx, of, row, 'mission'),
  SPIN: explainSpin,
  TICKET: explainTickets,
  INVITE: explainInvite,
  PURCHASE: explainPurchase,
  REFUND: explainRefundEntry,
  ROUND_REWARD: async (_ctx, _of, { roundId }) => ({ sameAs: `round:${roundId}` }),
}

export const explainHistory: Explainer = async (ctx, of, key) => {
  const row = await findHistoryEntry(ctx.db, { memberId: of.memberId, historyId: Number(key) })
  return row && EXPLAINED_KINDS[row.kind](ctx, of, row)
}

async function explainXpCredit(
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
  rule: Extract<TraceRule, 'check-in' | 'mission'>,
): Promise<Explanation> {
  const parts = explainXp(row.data)
  const isFirstToday = traceIn(row)?.inputs['lastDay'] !== programmeDayOf(row.createdAt)
  const steps =
    rule === 'check-in'
      ? [
          { check: 'WINDOW_OPEN', passed: checkInWindow(row.createdAt).open },
          { check: 'FIRST_TODAY', passed: isFirstToday },
        ]
      : [{ check: 'PROOF', passed: true }]
  return explainCredit(ctx, of, row, {
    rule,
    outcome: 'GRANTED',
    sums: sumOf('XP', [
      ['BASE', parts.baseXp],
      ['FIFTH_BONUS', parts.fifthBonusXp],
      ['LEVEL_BONUS', parts.levelBonusXp],
      ['TIER_BONUS', parts.tierBonusXp],
    ]),
    steps,
    stored: { ...row.data, xp: row.xp, tickets: row.tickets },
    transactionId: await missionTransaction(ctx, of, row),
  })
}

async function explainSpin(
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
): Promise<Explanation> {
  const draw = await findDraw(ctx.db, { ...row, memberId: of.memberId, historyId: row.id })
  const prize = draw && prizesView(prizesFrom(draw.odds))[Number(row.data['prizeIndex'])]
  const key = draw && missionKey(row, of, `nonce-${draw.nonce}`)
  return explainCredit(ctx, of, row, {
    rule: 'spin',
    outcome: 'GRANTED',
    facts: {
      ...draw,
      prizeXp: row.xp,
      ...(prize ? { chancePercent: prize.percent } : {}),
    },
    sums: [...sumOf('XP', [['PRIZE', row.xp]]), ...sumOf('TICKET', [['PRICE', row.tickets]])],
    steps: [
      { check: 'SPIN_LEFT', passed: true },
      ...(draw ? [{ check: 'DRAW_VERIFIED', passed: isDrawn(row, draw) }] : []),
    ],
    stored: {
      ...row.data,
      xp: row.xp,
      tickets: row.tickets,
      ...(draw ? { commitment: draw.commitment } : {}),
    },
    transactionId: key === undefined ? undefined : await findTransactionOf(ctx.db, key),
  })
}

type Draw = NonNullable<Awaited<ReturnType<typeof findDraw>>>

/** Draws again from the revealed seeds: only the prize that they lead to was drawn. */
function isDrawn({ xp, data }: HistoryEntry, draw: Draw): boolean {
  const { odds, nonce, commitment, serverSeed, clientSeed } = draw
  if (serverSeed === null || clientSeed === null) return false
  const proof = { nonce, commitment, serverSeed, clientSeed }
  const prizes = prizesFrom(odds)
  const prizeIndex = Number(data['prizeIndex'])
  return prizes[prizeIndex]?.xp === xp && verifySpin(SPIN_HASH, { proof, prizes, prizeIndex })
}

async function explainTickets(
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
): Promise<Explanation> {
  const lastDay = traceIn(row)?.inputs['lastDay']
  return explainCredit(ctx, of, row, {
    rule: 'ticket',
    outcome: 'GRANTED',
    sums: sumOf('TICKET', [['GIVEN', row.tickets]]),
    steps: [{ check: 'FIRST_TODAY', passed: lastDay !== programmeDayOf(row.createdAt) }],
    stored: { xp: row.xp, tickets: row.tickets },
    transactionId: await missionTransaction(ctx, of, row),
  })
}

async function explainInvite(
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
): Promise<Explanation> {
  const claimType = String(row.data['type'])
  const key = `invite:${row.seasonId}:${of.memberId}:${claimType}`
  return explainCredit(ctx, of, row, {
    rule: 'invite',
    outcome: 'GRANTED',
    facts: { claimType },
    sums: sumOf('XP', [['GIVEN', row.xp]]),
    steps: [],
    stored: { xp: row.xp, tickets: row.tickets },
    transactionId: await findTransactionOf(ctx.db, key),
  })
}

function missionKey(row: HistoryEntry, { memberId }: Explained, once: string): string {
  return `mission:${row.seasonId}:${row.missionId}:${memberId}:${once}`
}

async function missionTransaction(
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
): Promise<number | undefined> {
  const { id: historyId, seasonId, missionId } = row
  if (missionId === null) return undefined
  const slot = await findSlot(ctx.db, { memberId: of.memberId, seasonId, missionId, historyId })
  return slot === undefined ? undefined : findTransactionOf(ctx.db, missionKey(row, of, slot))
}
