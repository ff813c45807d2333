import type { Language } from '@solstice/contract/messages'
import type { CallData, CallInput } from '@solstice/contract/wire'
import type { MissionType } from '@solstice/rules/missions/registry'
import type { PlannedMission } from '@solstice/rules/season-plan'
import type { Programme } from '#/modules/season/programme.service.ts'
import type { AlertCode } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import type { ExecutionState, MissionStates, SeasonMember } from './mission.queries.ts'
import type { OnChainVerdict } from './proof.service.ts'

export type Detail = CallData<'mission.show'>
export type Executed = CallData<'mission.execute'>
export type ExecuteContext = Pick<
  AppContext,
  'db' | 'now' | 'randomBytes' | 'spinSealer' | 'shared'
>

/** The input of a mission.execute call. */
export type Execution = {
  seasonId: number
  missionId: number
  memberId: number
  language: Language
  body: CallInput<'mission.execute'>['body']
  chain: OnChainVerdict
}

/** An execution under the member's lock, with all data it depends on and a single timestamp. */
export type Running = Execution & {
  programme: Programme
  mission: PlannedMission
  member: SeasonMember
  state: ExecutionState
  now: Date
}

/** A mission with the data needed to show it to a member. */
export type Shown = {
  memberId: number
  language: Language
  programme: Programme
  mission: PlannedMission
  states: MissionStates
  now: Date
}

type View = CallData<'mission.list'>['list'][number]

/** The fields that a mission type adds to mission.show. */
export type DetailOf<Type extends MissionType> = Omit<Extract<Detail, { type: Type }>, keyof View>

/** The server side of one mission type. The registry has one per type. */
export type MissionService<Type extends MissionType> = {
  detail: (ctx: ExecuteContext, shown: Shown) => DetailOf<Type> | Promise<DetailOf<Type>>
  /** Runs in the transaction of the call. Omitted if other calls complete the mission. */
  execute?: (
    tx: Db,
    ctx: ExecuteContext,
    running: Running,
  ) => Promise<Extract<Executed, { type: Type }>>
  /** The reward shown in lists; defaults to the reward of the plan. */
  reward?: (shown: Shown) => Partial<Pick<View, 'rewardXp' | 'rewardTickets'>>
  reminder?: MissionReminder
}

export type MissionReminder = {
  code: AlertCode
  /** True if members without an alarm setting are reminded in the evening too. */
  remindsAllParticipants: boolean
  /** Undefined if there is nothing to do today. */
  today: (programme: Programme, now: Date) => MissionDay | undefined
}

export type MissionDay = {
  opensAt: Date
  /**
   * The number of free spins per day, for the spin only. The spin is done by spinning, not by a
   * completion.
   */
  freeSpins?: number
}
