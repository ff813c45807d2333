import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay, type ProgrammeDay } from '@solstice/rules/programme-day'
import {
  CHECK_IN_DAYS_FOR_REWARD,
  countedDays,
  REWARD_GRACE_MS,
  REWARD_RULE_VERSION,
  roundAt,
  tokenText,
  whyNoReward,
  type NoRewardReason,
} from '@solstice/rules/round'
import { replay } from '@solstice/rules/replay'
import type { TraceInputs, TraceOutcome } from '@solstice/rules/trace'
import { excusedDaysOf } from '#/modules/season/excused-day.service.ts'
import { loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import { traceIn } from '#/platform/books/traces.ts'
import { isInLedger, isReproduced, ledgerLink } from './credit.ts'
import type { ExplainContext, Explainer, PublicPart } from './explainer.ts'
import { findCheckInDays, findRoundFacts, type RoundFacts } from './explanation.queries.ts'
import { findTransactionOf } from './postings.queries.ts'
import { sumOf } from './sums.ts'

const OUTCOMES = {
  WAITING: 'WAITING_FOR_WALLET',
  PENDING: 'GRANTED',
  OWED: 'GRANTED',
  CLAIMABLE: 'GRANTED',
  PAID: 'GRANTED',
  EXPIRED: 'EXPIRED',
} as const satisfies Record<string, TraceOutcome<'round'>>

const NO_REWARD: readonly NoRewardReason[] = ['NO_XP', 'TOO_FEW_DAYS', 'TOO_SMALL']

/** Explains what a round paid the member, or why it paid nothing. */
export const explainRound: Explainer = async (ctx, { memberId }, key) => {
  const facts = await findRoundFacts(ctx.db, { memberId, roundId: Number(key) })
  if (!facts) return undefined
  const programme = await loadProgramme(ctx, facts.seasonId)
  const days = await findCheckInDays(ctx.db, { ...facts, memberId })
  const trace = traceOf(facts)
  const excusedDay = await excusedDayOf(ctx, { memberId, programme, facts, days: days.length })
  const standing = standingOf(facts, trace?.inputs, { days: days.length, excusedDay })
  const outcome = outcomeOf(facts, standing)
  const { reward: token } = programme
  const sums = sumOf(token.symbol, [['SHARE', facts.reward ?? 0n]], token.decimals)
  const transactionId = await findTransactionOf(ctx.db, `round:${facts.roundId}:${memberId}`)
  const decidedAt = facts.decidedAt ?? facts.settledAt ?? ctx.now()
  return {
    public: {
      rule: 'round',
      ruleVersion: trace?.version ?? facts.settledRule ?? REWARD_RULE_VERSION,
      outcome,
      seasonVersion: trace?.season ?? (facts.settledAt && facts.settledVersion),
      seasonId: facts.seasonId,
      name: null,
      at: decidedAt.toISOString(),
      inputs: {
        ...inputsOf(programme, facts),
        ...standing,
        ...(standing.excusedDays > 0 && excusedDay ? { excusedDay } : {}),
      },
      sums,
      steps: stepsOf(facts, standing),
      days: daysOf(facts, [...days, ...(excusedDay ? [excusedDay] : [])]),
      next: await nextOf(ctx, { memberId, programme, facts, outcome }),
      ledgerTransactionId: transactionId ?? null,
    },
    operator: {
      replayed: trace ? isReproducedReward(facts, trace) : null,
      equalsLedger: await isInLedger(ctx, memberId, { transactionId, sums, token }),
      hiddenInputs: {},
      refusal: null,
      links: [
        ...ledgerLink(transactionId),
        ...(facts.payoutId === null
          ? []
          : [{ kind: 'PAYOUT' as const, id: String(facts.payoutId) }]),
        { kind: 'SEASON', id: String(facts.seasonId) },
      ],
    },
  }
}

/** Returns the day of the round that is excused for the member now. */
async function excusedDayOf(
  ctx: ExplainContext,
  of: { memberId: number; programme: Programme; facts: RoundFacts; days: number },
): Promise<ProgrammeDay | undefined> {
  const { memberId, programme, facts, days } = of
  const { seasonId, roundId } = facts
  const round = programme.rounds.find((each) => each.roundId === roundId)
  if (!round) return undefined
  const excused = await excusedDaysOf(ctx.db, { memberId, seasonId }, [
    { ...round, checkInDays: days },
  ])
  return excused.get(roundId)
}

type Standing = {
  xp: number
  checkInDays: number
  excusedDays: number
  checkInDaysNeeded: number
}
type RewardTrace = NonNullable<ReturnType<typeof traceIn>>

function traceOf({ data, decidedAt }: RoundFacts): RewardTrace | undefined {
  return data && decidedAt ? traceIn({ data, createdAt: decidedAt }) : undefined
}

/** Returns the numbers that decided: those of the trace, else those of the standings. */
function standingOf(
  facts: RoundFacts,
  inputs: TraceInputs | undefined,
  { days, excusedDay }: { days: number; excusedDay: ProgrammeDay | undefined },
): Standing {
  const { xp, checkInDays, excusedDays, checkInDaysNeeded } = inputs ?? {}
  // A trace without the input is of the version that knew no excused days.
  const known = inputs ? 0 : excusedDay ? 1 : 0
  return {
    xp: typeof xp === 'number' ? xp : (facts.xp ?? 0),
    // The standings of a running round are a little behind.
    checkInDays:
      typeof checkInDays === 'number'
        ? checkInDays
        : facts.settledAt
          ? (facts.checkInDays ?? 0)
          : days,
    excusedDays: typeof excusedDays === 'number' ? excusedDays : known,
    checkInDaysNeeded:
      typeof checkInDaysNeeded === 'number' ? checkInDaysNeeded : CHECK_IN_DAYS_FOR_REWARD,
  }
}

function outcomeOf(facts: RoundFacts, standing: Standing): TraceOutcome<'round'> {
  if (facts.state) return OUTCOMES[facts.state]
  return facts.settledAt ? noRewardBy(facts, standing) : 'NOT_SETTLED'
}

/** Decides again by the rule that settled the round, from what the round kept. */
function noRewardBy(facts: RoundFacts, standing: Standing): TraceOutcome<'round'> {
  const { settledRule, pool, allXp } = facts
  const inputs = { ...standing, hasWallet: false, poolUnits: pool.toString(), allXp }
  const version = settledRule ?? REWARD_RULE_VERSION
  const outcome = replay({ rule: 'round', version, inputs })?.outcome
  // A standing that changed after the settlement may have a share now.
  return NO_REWARD.find((reason) => reason === outcome) ?? whyNoReward(standing)
}

function inputsOf({ reward, endAt }: Programme, facts: RoundFacts): TraceInputs {
  const { number, pool, members, allXp, state, payoutId } = facts
  return {
    number,
    startAt: facts.startAt.toISOString(),
    endAt: facts.endAt.toISOString(),
    pool: tokenText(pool, reward.decimals),
    symbol: reward.symbol,
    ...(facts.settledAt ? { members } : {}),
    ...(allXp === null ? {} : { allXp }),
    ...(facts.reward === null ? {} : { reward: tokenText(facts.reward, reward.decimals), state }),
    ...(state === 'WAITING' || state === 'EXPIRED' ? { expiresAt: expiryOf(endAt) } : {}),
    // A payout that is under way has its own explanation, such as why it is on hold.
    ...(state === 'PENDING' && payoutId !== null ? { payoutEntryId: `payout:${payoutId}` } : {}),
  }
}

const expiryOf = (seasonEndAt: Date): string =>
  new Date(seasonEndAt.getTime() + REWARD_GRACE_MS).toISOString()

function stepsOf({ reward, state }: RoundFacts, standing: Standing): PublicPart['steps'] {
  const { xp, checkInDaysNeeded } = standing
  const isWaiting = state === 'WAITING' || state === 'EXPIRED'
  return [
    { check: 'XP', passed: xp > 0 },
    { check: 'CHECK_IN_DAYS', passed: countedDays(standing) >= checkInDaysNeeded },
    ...(reward === null
      ? []
      : [
          { check: 'SHARE', passed: true },
          { check: 'WALLET', passed: !isWaiting },
        ]),
  ]
}

/** Lists the days of a round. The last one is that of its last moment. */
function daysOf({ startAt, endAt }: RoundFacts, counted: readonly string[]): PublicPart['days'] {
  const days: PublicPart['days'] = []
  const first = startOfDay(programmeDayOf(startAt)).getTime()
  for (let at = first; at < endAt.getTime(); at += DAY_MS) {
    const day = programmeDayOf(new Date(at))
    days.push({ day, counted: counted.includes(day) })
  }
  return days
}

/** Returns where the member has the next chance: a wallet, or the round that runs now. */
async function nextOf(
  ctx: ExplainContext,
  of: {
    memberId: number
    programme: Programme
    facts: RoundFacts
    outcome: TraceOutcome<'round'>
  },
): Promise<PublicPart['next']> {
  const { memberId, programme, facts, outcome } = of
  if (outcome === 'GRANTED') return null
  if (outcome === 'WAITING_FOR_WALLET') {
    const expiresAt = expiryOf(programme.endAt)
    return { kind: 'WALLET', at: expiresAt, inputs: { expiresAt } }
  }
  const round = roundAt(programme.rounds, ctx.now())
  if (!round) return null
  const days = await findCheckInDays(ctx.db, { memberId, seasonId: facts.seasonId, ...round })
  const excused = await excusedDaysOf(ctx.db, { memberId, seasonId: facts.seasonId }, [
    { ...round, checkInDays: days.length },
  ])
  const endAt = round.endAt.toISOString()
  return {
    kind: 'ROUND',
    at: endAt,
    inputs: {
      number: round.number,
      endAt,
      checkInDays: days.length + excused.size,
      checkInDaysNeeded: CHECK_IN_DAYS_FOR_REWARD,
      pool: tokenText(round.pool, programme.reward.decimals),
      symbol: programme.reward.symbol,
    },
  }
}

/** The round keeps its pool and the sum of all XP for all its rewards. */
function isReproducedReward(facts: RoundFacts, trace: RewardTrace): boolean {
  const { allXp, pool, reward } = facts
  const inputs = { ...trace.inputs, allXp, poolUnits: pool.toString() }
  const outcome = trace.inputs['hasWallet'] === true ? 'GRANTED' : 'WAITING_FOR_WALLET'
  return isReproduced({ ...trace, inputs }, { reward: reward?.toString() }, outcome)
}
