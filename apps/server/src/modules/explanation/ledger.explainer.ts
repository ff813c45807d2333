import { REFERRAL_DECIMALS } from '@solstice/rules/invite'
import { currentTerms } from '#/modules/invite/terms.service.ts'
import type { Asset } from '@solstice/rules/asset'
import type { TraceInputs } from '@solstice/rules/trace'
import { traceIn } from '#/platform/books/traces.ts'
import { ledgerLink } from './credit.ts'
import type { ExplainContext, Explained, Explainer, Explanation, PublicPart } from './explainer.ts'
import {
  findHistoryOfClaim,
  findHistoryOfMission,
  findHistoryOfOrder,
  findRewardToken,
} from './explanation.queries.ts'
import { findMemberMoves, findTransaction, type MemberMoves } from './postings.queries.ts'
import { explainRound } from './round.explainer.ts'
import { sumOf, type PartName, type Sum, type Token } from './sums.ts'

type Transaction = NonNullable<Awaited<ReturnType<typeof findTransaction>>> & { id: number }

/**
 * Explains a ledger transaction of the member: by the entry that it records, which its key names, or
 * by itself if it records nothing else.
 */
export const explainLedger: Explainer = async (ctx, of, key) => {
  const transactionId = Number(key)
  const moves = await findMemberMoves(ctx.db, { transactionId, memberId: of.memberId })
  if (moves.length === 0) return undefined
  const found = await findTransaction(ctx.db, transactionId)
  if (!found) return undefined
  const sameAs = await entryOf(ctx, of, found.key)
  if (sameAs !== undefined) return { sameAs }
  const transaction = { ...found, id: transactionId }
  return (
    (await explainEndOfReward(ctx, of, transaction, moves)) ?? explainMoves(ctx, transaction, moves)
  )
}

/** Returns the entry that a posting with this key records. */
async function entryOf(
  ctx: ExplainContext,
  { memberId }: Explained,
  key: string,
): Promise<string | undefined> {
  const historyOf = (id: number | undefined) => (id === undefined ? undefined : `history:${id}`)
  const [, seasonId, missionId, slot] = /^mission:(\d+):(\d+):\d+:(.+)$/.exec(key) ?? []
  if (seasonId && missionId && slot) {
    const of = { memberId, seasonId: Number(seasonId), missionId: Number(missionId), slot }
    return historyOf(await findHistoryOfMission(ctx.db, of))
  }
  const [, season, type] = /^invite:(\d+):\d+:(\w+)$/.exec(key) ?? []
  if (season && type) {
    return historyOf(await findHistoryOfClaim(ctx.db, { memberId, seasonId: Number(season), type }))
  }
  const roundId = /^round:(\d+):\d+$/.exec(key)?.[1]
  if (roundId) return `round:${roundId}`
  const orderId = /^order:(\d+)$/.exec(key)?.[1]
  if (orderId) {
    const historyId = await findHistoryOfOrder(ctx.db, { memberId, orderId: Number(orderId) })
    return historyOf(historyId) ?? `order:${orderId}`
  }
  const refundId = /^refund:(\d+)$/.exec(key)?.[1]
  if (refundId) return `refund:${refundId}`
  const withdrawalId = /^(?:failed:)?withdrawal:(\d+)$/.exec(key)?.[1]
  return withdrawalId && `withdrawal:${withdrawalId}`
}

/**
 * Explains a posting that takes a reward out of the ledger, because it was paid or expired: by the
 * round, with what the posting itself moved.
 */
async function explainEndOfReward(
  ctx: ExplainContext,
  of: Explained,
  { id, key, createdAt }: Transaction,
  moves: MemberMoves,
): Promise<Explanation | undefined> {
  const roundId = /^(?:paid|expired):round:(\d+):\d+$/.exec(key)?.[1]
  const round = roundId === undefined ? undefined : await explainRound(ctx, of, roundId)
  if (!round || 'sameAs' in round) return undefined
  const others = round.operator.links.filter(({ kind }) => kind !== 'LEDGER')
  return {
    public: {
      ...round.public,
      at: createdAt.toISOString(),
      sums: await sumsOf(ctx, moves, 'SHARE'),
      ledgerTransactionId: id,
    },
    operator: { ...round.operator, equalsLedger: null, links: [...ledgerLink(id), ...others] },
  }
}

/** How postings are explained that record nothing else, by their kind; others are adjustments. */
const OWN_RULES: Readonly<Record<string, OwnRule>> = {
  REFERRAL_CLAIM: { rule: 'invite', outcome: 'GRANTED', part: 'GIVEN' },
  REVERSAL: { rule: 'purchase', outcome: 'FAILED', part: 'GIVEN' },
}
type OwnRule = Pick<PublicPart, 'rule' | 'outcome'> & { part: PartName }
const ADJUSTMENT: OwnRule = { rule: 'adjustment', outcome: 'GRANTED', part: 'ADJUSTMENT' }

async function explainMoves(
  ctx: ExplainContext,
  { id, key, kind, data, createdAt }: Transaction,
  moves: MemberMoves,
): Promise<Explanation> {
  const trace = traceIn({ data, createdAt })
  const { rule, outcome, part } = OWN_RULES[kind] ?? ADJUSTMENT
  const orderId = /^reversal:order:(\d+)$/.exec(key)?.[1]
  const seasonId = moves.map(({ scope }) => seasonOf(scope)).find((season) => season !== undefined)
  return {
    public: {
      rule,
      ruleVersion: trace?.version ?? 1,
      outcome,
      seasonVersion: null,
      seasonId: seasonId ?? null,
      name: null,
      at: createdAt.toISOString(),
      inputs: inputsOf(kind, trace?.inputs),
      sums: await sumsOf(ctx, moves, part),
      steps: [],
      days: [],
      next: null,
      ledgerTransactionId: id,
    },
    operator: {
      // An adjustment has a reason instead of a rule, and a claim adds up what it was given.
      replayed: null,
      // The sums are those of the ledger.
      equalsLedger: null,
      hiddenInputs: {},
      refusal: null,
      links: [
        ...(orderId === undefined ? [] : [{ kind: 'ORDER' as const, id: orderId }]),
        ...ledgerLink(id),
      ],
    },
  }
}

function inputsOf(kind: string, inputs: TraceInputs = {}): TraceInputs {
  if (kind === 'REFERRAL_CLAIM') return { claimType: 'REFERRAL', ...inputs }
  return kind === 'REVERSAL' ? { failure: 'REVERSED' } : { kind }
}

const seasonOf = (scope: string): number | undefined => {
  const id = /^season:(\d+)$/.exec(scope)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Season XP is shown as XP, and once where a posting moved both. */
async function sumsOf(ctx: ExplainContext, moves: MemberMoves, part: PartName): Promise<Sum[]> {
  const hasXp = moves.some(({ asset }) => asset === 'XP')
  const sums: Sum[] = []
  for (const { asset, scope, amount } of moves) {
    if (asset === 'SEASON_XP' && hasXp) continue
    const { symbol, decimals } = await unitOf(ctx, asset, scope)
    sums.push(...sumOf(symbol, [[part, amount]], decimals))
  }
  return sums
}

/** A reward has the token of its season. */
async function unitOf({ db }: ExplainContext, asset: Asset, scope: string): Promise<Token> {
  if (asset === 'REFERRAL') {
    return { symbol: (await currentTerms(db)).symbol, decimals: REFERRAL_DECIMALS }
  }
  const token = asset === 'REWARD' ? await findRewardToken(db, seasonOf(scope)) : undefined
  return token ?? { symbol: asset === 'SEASON_XP' ? 'XP' : asset, decimals: 0 }
}
