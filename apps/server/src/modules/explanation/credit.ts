import type { TraceInputs, TraceOutcome, TraceRule } from '@solstice/rules/trace'
import { replay } from '@solstice/rules/replay'
import { inLanguage, loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import { traceIn } from '#/platform/books/traces.ts'
import type {
  ExplainContext,
  Explained,
  Explanation,
  OperatorPart,
  PublicPart,
} from './explainer.ts'
import type { HistoryEntry } from './explanation.queries.ts'
import { findMemberMoves } from './postings.queries.ts'
import { equalsMoves, type Sum, type Token } from './sums.ts'

/** The inputs that only say how a part of the sum was named when it was stored. */
const STORED_PARTS = ['fifthBonusXp', 'levelBonusXp', 'tierBonusXp', 'type', 'purchase', 'tierId']

export type Credit = {
  rule: TraceRule
  outcome: TraceOutcome
  /** Facts that are not stored in the trace. */
  facts?: TraceInputs
  sums: Sum[]
  steps: PublicPart['steps']
  /** The stored values, which the replayed rule has to give again. */
  stored: Readonly<Record<string, unknown>>
  transactionId: number | undefined
  links?: OperatorPart['links']
  name?: string | null
}

/**
 * Explains a credit of the history: by its trace, or by the parts that it kept before traces
 * existed.
 */
export async function explainCredit(
  ctx: ExplainContext,
  of: Explained,
  row: HistoryEntry,
  credit: Credit,
): Promise<Explanation> {
  const programme = await loadProgramme(ctx, row.seasonId)
  const trace = traceIn(row)
  const inputs = { ...(trace?.inputs ?? partsOf(row.data)), ...credit.facts }
  const { transactionId } = credit
  return {
    public: {
      rule: credit.rule,
      ruleVersion: trace?.version ?? 1,
      outcome: credit.outcome,
      seasonVersion: trace?.season ?? null,
      seasonId: row.seasonId,
      name: credit.name ?? missionName(programme, row.missionId, of),
      at: row.createdAt.toISOString(),
      inputs: { ...without(inputs, STORED_PARTS), ...tierOf(programme, inputs, of) },
      sums: credit.sums,
      steps: credit.steps,
      days: [],
      next: null,
      ledgerTransactionId: transactionId ?? null,
    },
    operator: {
      replayed: trace ? isReproduced({ ...trace, inputs }, credit.stored) : null,
      equalsLedger: await isInLedger(ctx, of.memberId, credit),
      hiddenInputs: pick(inputs, ['tierId']),
      refusal: null,
      links: [
        ...(credit.links ?? []),
        ...ledgerLink(transactionId),
        { kind: 'SEASON', id: String(row.seasonId) },
      ],
    },
  }
}

/** Returns whether the rule of that version decides what is stored. */
export function isReproduced(
  trace: { rule: TraceRule; version: number; inputs: TraceInputs },
  stored: Readonly<Record<string, unknown>>,
  outcome: TraceOutcome = 'GRANTED',
): boolean {
  const replayed = replay(trace)
  if (replayed?.outcome !== outcome) return false
  return Object.entries(replayed.amounts).every(([name, value]) => stored[name] === value)
}

/** Returns null if the transaction is archived or nothing was posted. */
export async function isInLedger(
  ctx: ExplainContext,
  memberId: number,
  explained: { transactionId: number | undefined; sums: readonly Sum[]; token?: Token },
): Promise<boolean | null> {
  const { transactionId, sums, token } = explained
  if (transactionId === undefined) return null
  return equalsMoves(sums, await findMemberMoves(ctx.db, { transactionId, memberId }), token)
}

export function ledgerLink(transactionId: number | undefined): OperatorPart['links'] {
  return transactionId === undefined ? [] : [{ kind: 'LEDGER', id: String(transactionId) }]
}

function missionName(
  { missions }: Programme,
  missionId: number | null,
  { language }: Explained,
): string | null {
  const mission = missions.find((one) => one.missionId === missionId)
  return mission ? inLanguage(mission.title, language) : null
}

function tierOf({ tiers }: Programme, { tierId }: TraceInputs, { language }: Explained) {
  const tier = tiers.find((one) => one.tierId === tierId)
  return tier ? { tier: inLanguage(tier.name, language) } : {}
}

/** Entries that are older than traces kept the parts of their XP. */
function partsOf(data: HistoryEntry['data']): TraceInputs {
  return typeof data['baseXp'] === 'number' ? { baseXp: data['baseXp'] } : {}
}

function without(inputs: TraceInputs, names: readonly string[]): TraceInputs {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !names.includes(name)))
}

function pick(inputs: TraceInputs, names: readonly string[]): TraceInputs {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)))
}
