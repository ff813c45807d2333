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

/** A call of mission.execute. */
export type Execution = {
  seasonId: number
  missionId: number
  memberId: number
  language: Language
  body: CallInput<'mission.execute'>['body']
  chain: OnChainVerdict
}

/** An execution under the member's lock, with everything it is decided by and one time for all of it. */
export type Running = Execution & {
  programme: Programme
  mission: PlannedMission
  member: SeasonMember
  state: ExecutionState
  now: Date
}

/** A mission that a member looks at. */
export type Shown = {
  memberId: number
  language: Language
  programme: Programme
  mission: PlannedMission
  states: MissionStates
  now: Date
}

type View = CallData<'mission.list'>['list'][number]

/** The fields that a type adds to mission.show. */
export type DetailOf<Type extends MissionType> = Omit<Extract<Detail, { type: Type }>, keyof View>

/** What the server does for one mission type. The registry has one of these per type. */
export type MissionService<Type extends MissionType> = {
  detail: (ctx: ExecuteContext, shown: Shown) => DetailOf<Type> | Promise<DetailOf<Type>>
  /** In the transaction of the call. Left out where the member completes it by other calls. */
  execute?: (
    tx: Db,
    ctx: ExecuteContext,
    running: Running,
  ) => Promise<Extract<Executed, { type: Type }>>
  /** The reward in lists; that of the plan where it is left out. */
  reward?: (shown: Shown) => Partial<Pick<View, 'rewardXp' | 'rewardTickets'>>
  reminder?: MissionReminder
}

export type MissionReminder = {
  code: AlertCode
  /** Whether members who never set its bell are reminded in the evening. */
  isForEverybody: boolean
  /** Undefined if there is nothing to do today. */
  today: (programme: Programme, now: Date) => MissionDay | undefined
}

export type MissionDay = {
  opensAt: Date
  /** Of the spin: how often it is free on a day. It is done by spinning, not by a completion. */
  freeSpins?: number
}
