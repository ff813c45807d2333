import type { PlanProblem } from '#/plan-problem.ts'
import type { ProgrammeDay } from '#/programme-day.ts'
import type { SeasonStatus } from '#/season.ts'
import type { TraceInputs, TraceOutcome } from '#/trace.ts'
import type { CheckInTerms } from './check-in/check-in.ts'
import type { MissionPlan, MissionRepeat } from './mission-plan.ts'
import type { SpinPrize, SpinTerms } from './spin/spin.ts'

/** The rules of one mission type. The registry has one entry per type. */
export type MissionRules = {
  plan: PlanRules
  /** True if members can set a reminder for the mission. */
  hasAlarm: boolean
  /** True if other calls complete the mission, so that switching it off would stop nothing. */
  isCountedElsewhere?: true
  /** True if the mission is completed, or completed today if it can be repeated daily. */
  isCompleted: (moment: MissionMoment, now: Date) => boolean
  /** Returns why the mission is unavailable in the current season; undefined if it is available. */
  closed: (moment: MissionMoment, now: Date) => Closed | undefined
  /** Returns the expected gain of a simulated member on this day from all missions of this type. */
  simulate?: (day: SimulatedDay, missions: readonly MissionPlan[]) => Partial<SimulatedMember>
  /** Returns the expected gain from the free turns and the tickets of the day. */
  simulateTickets?: (day: SimulatedDay, tickets: SimulatedTickets) => Partial<SimulatedMember>
  /** The source under which the simulation counts the XP; `mission` if omitted. */
  xpSource?: Exclude<XpSource, 'product' | 'mission'>
  /** The rule that explains the type; `mission` if the type has none of its own. */
  traceRule?: 'check-in' | 'spin' | 'ticket'
  /** Returns why an available mission was refused, from the inputs of its trace. */
  refused?: (inputs: TraceInputs) => TraceOutcome | undefined
  /** Returns the XP breakdown from the data of a history entry. */
  explain?: (data: Readonly<Record<string, unknown>>) => XpParts
}

/** The constraints on a mission of this type in a season plan. */
export type PlanRules = {
  category: MissionPlan['category']
  /** The mission with this id has this type in every season, because deep links lead to it. */
  fixedId?: number
  /** Only the mission with the fixed id may have this type. */
  isSingle?: boolean
  isDaily?: boolean
  /** The mission cannot be limited, because the first members would use it up for all others. */
  isUnlimited?: boolean
  allowedParts: readonly ('partner' | 'proof' | 'terms')[]
  /** Returns every other problem of the mission at this path of a season plan. */
  validate?: (mission: MissionPlan, path: string) => PlanProblem[]
}

export type UnavailableReason =
  | 'SEASON_UPCOMING'
  | 'SEASON_ENDED'
  | 'SEASON_PAUSED'
  | 'MISSION_OFF'
  | 'CHECK_IN_CLOSED'
  | 'DONE_TODAY'
  | 'DONE'
  | 'NO_SPINS_LEFT'
  | 'BUDGET_SPENT'

export type Closed = {
  reason: UnavailableReason
  /** Omitted if the mission does not become available again. */
  nextAvailableAt?: Date
}

/** The state of a mission for one member. */
export type MissionMoment = {
  repeat: MissionRepeat
  season: { status: SeasonStatus; startAt: Date; endAt: Date; pausedAt?: Date | null }
  /** False while an operator has switched the mission off. */
  enabled?: boolean
  /** The programme day of the member's last completion in this season. */
  lastDay: ProgrammeDay | undefined
  /** Undefined if completions are unlimited. */
  budgetLeft: number | undefined
  spin: SpinTerms & { freeUsedToday: number; tickets: number }
  /** The data the type has stored for this member and mission, if any. */
  memory?: unknown
}

export type SimulatedMember = { xp: number; tickets: number; spins: number; checkIns: number }

/** The sources of XP in a simulation and in the statistics of a season. */
export const XP_SOURCES = ['checkIn', 'spin', 'mission', 'product', 'invite'] as const
export type XpSource = (typeof XP_SOURCES)[number]

export type SimulatedDay = {
  season: { checkIn: CheckInTerms; spin: SpinTerms & { prizes: readonly SpinPrize[] } }
  now: Date
  isFirst: boolean
  /** The member's check-ins before this day. */
  checkIns: number
  ticketsPerDay: number
  withBonuses: (xp: number) => number
  /** Returns the share of members who complete the mission today, and counts it against its limit. */
  completes: (mission: MissionPlan) => number
  /** Returns the XP of so many spins. */
  prizesOf: (spins: number) => number
  /** The XP that inviting friends gives on this day. */
  inviteXp: number
}

/** The tickets that a simulated member can spend on a day. */
export type SimulatedTickets = {
  /** The share of the tier's tickets that the member got and has kept. */
  share: number
  /** The tickets from the shop. */
  bought: number
}

export type XpParts = {
  baseXp: number
  fifthBonusXp: number
  levelBonusXp: number
  tierBonusXp: number
}
