import { Code } from '@solstice/contract/codes'
import { traceAvailability, type MissionEvidence } from '@solstice/rules/mission-availability'
import type { MissionMoment } from '@solstice/rules/mission'
import { seasonStatus } from '@solstice/rules/season'
import type { PlannedMission } from '@solstice/rules/season-plan'
import type { Trace } from '@solstice/rules/trace'
import type { Programme } from '#/modules/season/programme.service.ts'
import { Refusal, refuse } from '#/platform/process/refusal.ts'
import type { MissionStates } from './mission.queries.ts'
import type { Running } from './mission-type.ts'
import { freeSpinsUsedToday } from './spin/spin.service.ts'

/** The state of a mission for a member, from the states of all missions of the season. */
export function momentIn(
  programme: Programme,
  mission: PlannedMission,
  states: MissionStates,
  now: Date,
): MissionMoment {
  const state = states.missions.get(mission.missionId)
  return {
    type: mission.type,
    repeat: mission.repeat,
    enabled: mission.enabled,
    season: { ...programme, status: seasonStatus(programme, now) },
    lastDay: state?.lastDay,
    budgetLeft: state?.budgetLeft,
    memory: state?.memory,
    spin: {
      ...programme.spin,
      freeUsedToday: freeSpinsUsedToday(states.member, now),
      tickets: states.tickets,
    },
  }
}

/** The state of the mission that is being executed. */
export function momentOf(running: Running, memory?: unknown): MissionMoment {
  const { programme, mission, member, state, now } = running
  return {
    ...mission,
    season: { ...programme, status: 'ONGOING' },
    lastDay: state.lastDay,
    budgetLeft: state.budgetLeft,
    spin: {
      ...programme.spin,
      freeUsedToday: freeSpinsUsedToday(member, now),
      tickets: state.tickets,
    },
    memory,
  }
}

/** The values of the plan that explain a mission and decide nothing. */
export function planFacts({ maxCompletions, rewardXp }: PlannedMission): MissionEvidence {
  return { maxCompletions: maxCompletions ?? undefined, rewardXp: rewardXp ?? undefined }
}

export function refuseClosedSeason(
  programme: Programme,
  mission: PlannedMission,
  now: Date,
): Refusal {
  // The season alone decides, so the progress of the member is not read.
  const moment: MissionMoment = {
    ...mission,
    season: { ...programme, status: seasonStatus(programme, now) },
    lastDay: undefined,
    budgetLeft: undefined,
    spin: { ...programme.spin, freeUsedToday: 0, tickets: 0 },
  }
  const trace = traceAvailability(moment, planFacts(mission), now)
  return refuse(Code.SEASON_NOT_OPEN, { trace, seasonVersion: programme.version })
}

/**
 * Adds the decision of the rule to a refusal of an execution, from everything that the execution
 * read. A concurrent request may have been faster, which those inputs do not show; the refusal is
 * then kept without them.
 */
export function tracedRefusal(error: unknown, running: Running, memory?: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const { code, details } = error
  const seasonVersion = running.programme.version
  const reason = details.data?.['reason']
  const trace =
    details.trace ??
    traceAvailability(momentOf(running, memory), evidenceOf(running, reason), running.now)
  return new Refusal(code, {
    ...details,
    seasonVersion,
    trace: isTraceOf(trace, code, reason) ? trace : undefined,
  })
}

/** A code without a reason has one outcome. */
const OUTCOME_OF_CODE: Partial<Record<Code, string>> = {
  [Code.CHECK_IN_CLOSED]: 'CHECK_IN_CLOSED',
  [Code.CHECK_IN_ALREADY_DONE]: 'DONE_TODAY',
  [Code.NO_SPINS_LEFT]: 'NO_SPINS_LEFT',
}

function isTraceOf({ outcome }: Trace, code: Code, reason: unknown): boolean {
  return outcome === (OUTCOME_OF_CODE[code] ?? reason)
}

/** The refusal itself says what the member entered or proved, such as a wrong code. */
function evidenceOf({ mission, state, chain }: Running, reason: unknown): MissionEvidence {
  const proof = mission.proof?.kind
  return {
    ...planFacts(mission),
    proof,
    openedAt: state.openedAt?.toISOString(),
    ...(proof === 'CODE' ? { codeMatches: reason !== 'CODE_WRONG' } : {}),
    ...(proof === 'ONCHAIN' ? { chain: chain.kind } : {}),
    ...(reason === 'ONCHAIN_ADDRESS_USED' ? { addressUsed: true } : {}),
    ...(reason === 'NOT_EXECUTABLE' ? { executable: false } : {}),
    ...(reason === 'COMMITMENT_CHANGED' ? { commitmentMatches: false } : {}),
  }
}
