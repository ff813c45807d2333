import {
  LINK_WAIT_MS,
  missionAvailability,
  verifyLink,
  type MissionMoment,
  type MissionType,
} from './mission.ts'
import type { MissionRepeat } from './missions/mission-plan.ts'
import { rulesOf } from './missions/registry.ts'
import type { ProgrammeDay } from './programme-day.ts'
import type { SeasonStatus } from './season.ts'
import { TRACE_OUTCOMES, type Trace, type TraceInputs, type TraceOutcome } from './trace.ts'

const VERSION = 1

/**
 * The evidence that a rule reads beyond the state of a mission: the proof that was given, and facts
 * that only explain. Undefined values are left out, and a proof that was not checked counts as
 * given.
 */
export type MissionEvidence = {
  proof?: 'LINK' | 'CODE' | 'ONCHAIN' | undefined
  openedAt?: string | undefined
  codeMatches?: boolean | undefined
  chain?: 'proven' | 'no-wallet' | 'unreachable' | 'unproven' | 'not-required' | undefined
  addressUsed?: boolean | undefined
  /** False for a mission that other calls complete. */
  executable?: boolean | undefined
  /** False if the member saw another commitment than the one that is open now. */
  commitmentMatches?: boolean | undefined
  maxCompletions?: number | undefined
  rewardXp?: number | undefined
}

/** Explains whether a member gets a mission now, with everything that the rules read. */
export function traceAvailability(
  moment: MissionMoment,
  evidence: MissionEvidence,
  now: Date,
): Trace {
  const inputs = inputsOf(moment, evidence, now)
  return { ...decide(inputs), version: VERSION, inputs }
}

/** Returns the outcome of stored inputs by the rules of their version; undefined if it is unknown. */
export function replayAvailability({
  version,
  inputs,
}: Pick<Trace, 'version' | 'inputs'>): Pick<Trace, 'rule' | 'outcome'> | undefined {
  return version === VERSION ? decide(inputs) : undefined
}

function inputsOf(moment: MissionMoment, evidence: MissionEvidence, now: Date): TraceInputs {
  const { type, repeat, season, lastDay, budgetLeft, spin, memory } = moment
  const values = {
    missionType: type,
    repeat,
    now: now.toISOString(),
    seasonStatus: season.status,
    startAt: season.startAt.toISOString(),
    endAt: season.endAt.toISOString(),
    pausedAt: season.pausedAt?.toISOString(),
    missionEnabled: moment.enabled === false ? false : undefined,
    doneOn: lastDay,
    budgetLeft,
    freePerDay: spin.freePerDay,
    freeUsedToday: spin.freeUsedToday,
    ticketsPerSpin: spin.ticketsPerSpin,
    tickets: spin.tickets,
    memory: memory === undefined ? undefined : JSON.stringify(memory),
    ...evidence,
    ...(evidence.proof === 'LINK' ? { waitSeconds: LINK_WAIT_MS / 1000 } : {}),
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function decide(inputs: TraceInputs): Pick<Trace, 'rule' | 'outcome'> {
  const now = new Date(String(inputs['now']))
  const moment = momentFrom(inputs)
  const outcome = outcomeOf(inputs, moment, now)
  const own = rulesOf(moment.type).traceRule ?? 'mission'
  const outcomes: readonly string[] = TRACE_OUTCOMES[own]
  return { rule: outcomes.includes(outcome) ? own : 'mission', outcome }
}

function outcomeOf(inputs: TraceInputs, moment: MissionMoment, now: Date): TraceOutcome {
  if (moment.season.status === 'ONGOING' && inputs['executable'] === false) return 'NOT_EXECUTABLE'
  const availability = missionAvailability(moment, now)
  if (!availability.available) return availability.reason
  return missingProof(inputs, now) ?? rulesOf(moment.type).refused?.(inputs) ?? 'AVAILABLE'
}

/** The casts restore values that `inputsOf` wrote. */
function momentFrom(inputs: TraceInputs): MissionMoment {
  const time = (name: string) => new Date(String(inputs[name]))
  const memory = inputs['memory']
  return {
    type: inputs['missionType'] as MissionType,
    repeat: inputs['repeat'] as MissionRepeat,
    season: {
      status: inputs['seasonStatus'] as SeasonStatus,
      startAt: time('startAt'),
      endAt: time('endAt'),
      pausedAt: inputs['pausedAt'] === undefined ? null : time('pausedAt'),
    },
    enabled: inputs['missionEnabled'] !== false,
    lastDay: inputs['doneOn'] as ProgrammeDay | undefined,
    budgetLeft: inputs['budgetLeft'] as number | undefined,
    spin: {
      freePerDay: Number(inputs['freePerDay']),
      freeUsedToday: Number(inputs['freeUsedToday']),
      ticketsPerSpin: Number(inputs['ticketsPerSpin']),
      tickets: Number(inputs['tickets']),
    },
    memory: typeof memory === 'string' ? (JSON.parse(memory) as unknown) : undefined,
  }
}

const LINK_OUTCOMES = {
  'not-opened': 'LINK_NOT_OPENED',
  'too-recently': 'LINK_OPENED_TOO_RECENTLY',
  proven: undefined,
} as const

const CHAIN_OUTCOMES: Readonly<Record<string, TraceOutcome<'mission'>>> = {
  'no-wallet': 'WALLET_MISSING',
  unproven: 'ONCHAIN_UNPROVEN',
  unreachable: 'CHAIN_UNREACHABLE',
  'not-required': 'CHAIN_UNREACHABLE',
}

function missingProof(inputs: TraceInputs, now: Date): TraceOutcome<'mission'> | undefined {
  const { proof, openedAt, codeMatches, chain, addressUsed, repeat } = inputs
  if (proof === 'LINK') {
    const opened = typeof openedAt === 'string' ? new Date(openedAt) : undefined
    return LINK_OUTCOMES[verifyLink(repeat as MissionRepeat, opened, now)]
  }
  if (proof === 'CODE') return codeMatches === false ? 'CODE_WRONG' : undefined
  if (proof !== 'ONCHAIN') return undefined
  return CHAIN_OUTCOMES[String(chain)] ?? (addressUsed ? 'ONCHAIN_ADDRESS_USED' : undefined)
}

/** Returns when the mission becomes available again, by the inputs of a trace. */
export function nextChance({ inputs }: Pick<Trace, 'inputs'>): Date | undefined {
  const now = new Date(String(inputs['now']))
  const availability = missionAvailability(momentFrom(inputs), now)
  if (!availability.available) return availability.nextAvailableAt
  const { openedAt } = inputs
  if (missingProof(inputs, now) !== 'LINK_OPENED_TOO_RECENTLY') return undefined
  return new Date(new Date(String(openedAt)).getTime() + LINK_WAIT_MS)
}
