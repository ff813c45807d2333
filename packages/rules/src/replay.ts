import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { traceXpClaim, type ClaimType } from './invite.ts'
import { traceMission, type Evidence } from './mission-credit.ts'
import { traceCheckIn } from './missions/check-in/check-in.ts'
import type { MissionRepeat } from './missions/mission-plan.ts'
import {
  drawSpin,
  prizesFrom,
  spinCommitment,
  traceSpin,
  type SpinHash,
} from './missions/spin/spin.ts'
import { traceTicketClaim } from './missions/ticket/ticket.ts'
import { tracePurchase } from './order.ts'
import { traceReward } from './round.ts'
import { StoredInputs, UnreadableInputError } from './stored-inputs.ts'
import type { TraceInputs, TraceOutcome, TraceRule, TraceValue } from './trace.ts'

/** The outcome of a replayed rule with every amount that it decided, as they are stored. */
export type Replayed = {
  outcome: TraceOutcome
  amounts: Readonly<Record<string, TraceValue>>
}

type Replay = (inputs: StoredInputs) => Replayed

export const SPIN_HASH: SpinHash = {
  sha256,
  hmacSha256: (key, message) => hmac(sha256, key, message),
}

function replayCheckIn(inputs: StoredInputs): Replayed {
  const terms = {
    baseXp: inputs.number('baseXp'),
    bonusEvery: inputs.number('bonusEvery'),
    bonusXp: inputs.number('bonusXp'),
  }
  const state = { count: inputs.number('number') - 1, lastDay: inputs.day('lastDay') }
  const { decision, xp, trace } = traceCheckIn(terms, state, inputs.bonus(), inputs.instant('at'))
  if (decision.kind !== 'granted') return { outcome: trace.outcome, amounts: {} }
  const { baseXp, fifthBonusXp } = decision
  const { levelBonusXp, tierBonusXp, totalXp } = xp
  const amounts = { baseXp, fifthBonusXp, levelBonusXp, tierBonusXp, xp: totalXp, tickets: 0 }
  return { outcome: trace.outcome, amounts }
}

function replaySpin(inputs: StoredInputs): Replayed {
  const { decision, trace } = traceSpin(
    { freePerDay: inputs.number('freePerDay'), ticketsPerSpin: inputs.number('ticketsPerSpin') },
    { freeUsedToday: inputs.number('freeUsedToday'), tickets: inputs.number('tickets') },
  )
  if (decision.kind === 'none-left') return { outcome: trace.outcome, amounts: {} }
  const odds = inputs.text('odds')
  // A draw without weights would never end.
  const prizes = /^\d+:\d+(,\d+:\d+)*$/.test(odds) ? prizesFrom(odds) : []
  if (!prizes.some(({ weight }) => weight > 0)) throw new UnreadableInputError('odds')
  const serverSeed = inputs.text('serverSeed')
  if (!/^[0-9a-f]{64}$/.test(serverSeed)) throw new UnreadableInputError('serverSeed')
  const drawn = { serverSeed, clientSeed: inputs.text('clientSeed'), nonce: inputs.number('nonce') }
  const prizeIndex = drawSpin(SPIN_HASH, drawn, prizes)
  const price = decision.kind === 'ticket' ? decision.tickets : 0
  return {
    outcome: trace.outcome,
    amounts: {
      prizeIndex,
      usedTicket: price > 0,
      xp: prizes[prizeIndex]?.xp ?? 0,
      // A negative zero would differ from the stored zero.
      tickets: price === 0 ? 0 : -price,
      commitment: spinCommitment(SPIN_HASH, serverSeed, prizes),
    },
  }
}

function replayTicket(inputs: StoredInputs): Replayed {
  const { decision, trace } = traceTicketClaim(
    {
      lastDay: inputs.day('lastDay'),
      ticketsPerDay: inputs.number('ticketsPerDay'),
      tierId: inputs.number('tierId'),
    },
    inputs.number('seasonXp'),
    inputs.instant('at'),
  )
  const amounts = decision.kind === 'granted' ? { xp: 0, tickets: decision.tickets } : {}
  return { outcome: trace.outcome, amounts }
}

function replayMission(inputs: StoredInputs): Replayed {
  const openedAt = inputs.optionalText('openedAt')
  const evidence: Evidence = {
    // Only these texts are written, and another one is not a link either.
    proof: inputs.text('proof') as Evidence['proof'],
    ...(openedAt === undefined ? {} : { openedAt: inputs.instant('openedAt').toISOString() }),
  }
  const mission = {
    rewardXp: inputs.number('rewardXp'),
    // Any other text is compared as one that is not daily.
    repeat: inputs.text('repeat') as MissionRepeat,
  }
  const { xp, trace } = traceMission(mission, evidence, inputs.bonus(), inputs.instant('at'))
  if (trace.outcome !== 'GRANTED') return { outcome: trace.outcome, amounts: {} }
  const { baseXp, levelBonusXp, tierBonusXp, totalXp } = xp
  const amounts = { baseXp, levelBonusXp, tierBonusXp, xp: totalXp, tickets: 0 }
  return { outcome: trace.outcome, amounts }
}

/** The first version knew no excused days, and decides as the second does without one. */
const replayRoundWithoutExcusedDays: Replay = (inputs) => replayRoundWith(inputs, 0)

const replayRound: Replay = (inputs) => replayRoundWith(inputs, inputs.number('excusedDays'))

function replayRoundWith(inputs: StoredInputs, excusedDays: number): Replayed {
  const pool = inputs.units('poolUnits')
  const hasLimit = inputs.optionalText('leftUnits') !== undefined
  const { amount, trace } = traceReward(
    { pool, allXp: inputs.number('allXp'), left: hasLimit ? inputs.units('leftUnits') : pool },
    {
      xp: inputs.number('xp'),
      checkInDays: inputs.number('checkInDays'),
      excusedDays,
      hasWallet: inputs.flag('hasWallet'),
    },
  )
  return { outcome: trace.outcome, amounts: { reward: amount.toString() } }
}

function replayInvite(inputs: StoredInputs): Replayed {
  // Only claims of XP have a history entry.
  const claimType = inputs.text('claimType') as ClaimType
  const xp = inputs.number('xp')
  const goal = inputs.number('goal')
  const claim = {
    season: 'ONGOING',
    claimed: false,
    goal,
    invites: inputs.number('progress'),
  } as const
  const { reason } = traceXpClaim(claim, { claimType, xp })
  // Only granted claims are stored, so that a claim below its goal was altered.
  if (reason) throw new UnreadableInputError('progress')
  return { outcome: 'GRANTED', amounts: { xp, tickets: 0 } }
}

function replayPurchase(inputs: StoredInputs): Replayed {
  const payType = inputs.text('payType')
  const goods = tracePurchase(
    payType,
    {
      price: inputs.units('unitPrice'),
      givesXp: inputs.number('unitXp'),
      givesTickets: inputs.number('unitTickets'),
    },
    inputs.number('quantity'),
  )
  const { price, givesXp, givesTickets, trace } = goods
  const amounts = { price: price.toString(), givesXp, givesTickets }
  return { outcome: trace.outcome, amounts }
}

/**
 * Lists every version of every rule whose decisions are stored. A rule that changes adds its new
 * version and keeps the code of the old one, so that old decisions stay explained.
 */
const REPLAYS: Readonly<Partial<Record<TraceRule, Readonly<Record<number, Replay>>>>> = {
  'check-in': { 1: replayCheckIn },
  spin: { 1: replaySpin },
  ticket: { 1: replayTicket },
  mission: { 1: replayMission },
  round: { 1: replayRoundWithoutExcusedDays, 2: replayRound },
  invite: { 1: replayInvite },
  purchase: { 1: replayPurchase },
}

/**
 * Decides again from stored inputs, with the rule of their version. Returns undefined if the version
 * is unknown or an input is missing or altered.
 */
export function replay(stored: {
  rule: TraceRule
  version: number
  inputs: TraceInputs
}): Replayed | undefined {
  try {
    return REPLAYS[stored.rule]?.[stored.version]?.(new StoredInputs(stored.inputs))
  } catch (error) {
    if (error instanceof UnreadableInputError) return undefined
    throw error
  }
}
