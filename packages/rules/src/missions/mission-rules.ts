import type { ProgrammeDay } from '#/programme-day.ts'
import type { SeasonStatus } from '#/season.ts'
import type { CheckInTerms } from './check-in/check-in.ts'
import type { MissionPlan, MissionRepeat } from './mission-plan.ts'
import type { SpinPrize, SpinTerms } from './spin/spin.ts'

/** The rules of one mission type. The registry has one of these per type. */
export type MissionRules = {
  plan: PlanRules
  /** Whether a member can be reminded of it. A bell on any other mission would never ring. */
  rings: boolean
  /** Done for good, or for today where it can be done daily. */
  isCompleted: (moment: MissionMoment, now: Date) => boolean
  /** Why it cannot be taken up now in a season that runs; undefined if it can. */
  closed: (moment: MissionMoment, now: Date) => Closed | undefined
  /** The expected gain on this day of a simulated member, from all missions of this type. */
  simulate?: (day: SimulatedDay, missions: readonly MissionPlan[]) => Partial<SimulatedMember>
  /** The parts of the XP, from the data of a history entry. */
  explain?: (data: Readonly<Record<string, unknown>>) => XpParts
}

/** The form of a mission of this type in a season plan. */
export type PlanRules = {
  category: MissionPlan['category']
  /** The mission with this id has this type in every season, because deep links lead to it. */
  fixedId?: number
  /** No other mission than the fixed one may have this type. */
  isSingle?: boolean
  isDaily?: boolean
  /** It is open to everybody: with a limit, the first members would use it up for all others. */
  isUnlimited?: boolean
  takes: readonly ('partner' | 'proof' | 'terms')[]
  /** Every other reason why this mission cannot be part of a season. */
  judge?: (mission: MissionPlan, name: string) => string[]
}

export type UnavailableReason =
  | 'SEASON_UPCOMING'
  | 'SEASON_ENDED'
  | 'CHECK_IN_CLOSED'
  | 'DONE_TODAY'
  | 'DONE'
  | 'NO_SPINS_LEFT'
  | 'BUDGET_SPENT'

export type Closed = {
  reason: UnavailableReason
  /** Left out where it does not come again. */
  nextAvailableAt?: Date
}

/** The state of a mission for one member. */
export type MissionMoment = {
  repeat: MissionRepeat
  season: { status: SeasonStatus; startAt: Date; endAt: Date }
  /** The day of the member's last completion of it in this season. */
  lastDay: ProgrammeDay | undefined
  /** Undefined where nothing is rationed. */
  budgetLeft: number | undefined
  spin: SpinTerms & { freeUsedToday: number; tickets: number }
  /** What the type has stored about this member and mission, if anything. */
  memory?: unknown
}

export type SimulatedMember = { xp: number; tickets: number; spins: number; checkIns: number }

export type SimulatedDay = {
  season: { checkIn: CheckInTerms; spin: SpinTerms & { prizes: readonly SpinPrize[] } }
  now: Date
  isFirst: boolean
  /** Check-ins of the member before this day. */
  checkIns: number
  ticketsPerDay: number
  withBonuses: (xp: number) => number
}

export type XpParts = {
  baseXp: number
  fifthBonusXp: number
  levelBonusXp: number
  tierBonusXp: number
}
