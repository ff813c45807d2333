import { Code } from '@solstice/contract/codes'
import { stoppedFor } from '@solstice/rules/mission'
import { seasonStatus } from '@solstice/rules/season'
import type { PlannedMission } from '@solstice/rules/season-plan'
import {
  missionOf,
  cachedProgramme,
  reloadProgramme,
  type Programme,
} from '#/modules/season/programme.service.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findExecutionState, insertSeasonMember, lockSeasonMember } from './mission.queries.ts'
import type { ExecuteContext, Executed, Execution, Running } from './mission-type.ts'
import { momentOf, refuseClosedSeason, tracedRefusal } from './moment.service.ts'
import { unavailable } from './proof.service.ts'
import { missionServices } from './registry.ts'

/** Runs in the transaction of the call, so that all changes and the response are saved together. */
export async function executeMission(
  tx: Db,
  ctx: ExecuteContext,
  execution: Execution,
): Promise<Executed> {
  const running = await lockAndRead(tx, ctx, execution)
  const { execute } = missionServices[running.mission.type]
  try {
    if (!execute) throw unavailable('NOT_EXECUTABLE')
    const stopped = stoppedFor(momentOf(running))
    if (stopped) throw unavailable(stopped)
    return await execute(tx, ctx, running)
  } catch (error) {
    throw tracedRefusal(error, running)
  }
}

/**
 * Locks and reads in one round trip, using the cached season. Reads again if the season has changed
 * or the member is new to it.
 */
async function lockAndRead(tx: Db, ctx: ExecuteContext, execution: Execution): Promise<Running> {
  const { seasonId, missionId } = execution
  const known = await executableProgramme(tx, ctx, execution)
  let [member, state] = await Promise.all([
    lockSeasonMember(tx, execution),
    findExecutionState(tx, execution),
  ])
  if (!member) {
    await insertSeasonMember(tx, execution)
    member = await lockSeasonMember(tx, execution)
    state = await findExecutionState(tx, execution)
  }
  const programme =
    state.version === known.version ? known : await reloadProgramme(ctx, tx, seasonId)
  if (!member || state.isGone) throw refuse(Code.TOKEN_EXPIRED)
  // The row lock is held from here; use one timestamp for the whole execution.
  const now = ctx.now()
  const mission = assertExecutable(programme, missionId, now)
  return { ...execution, programme, mission, member, state, now }
}

/**
 * Returns the cached season, or reads it again if the mission cannot be executed in it: the season
 * may have been extended or published again since.
 */
async function executableProgramme(
  tx: Db,
  ctx: ExecuteContext,
  { seasonId, missionId }: Execution,
): Promise<Programme> {
  const cached = cachedProgramme(ctx, seasonId)
  if (cached && isExecutable(cached, missionId, ctx.now())) return cached
  const programme = await reloadProgramme(ctx, tx, seasonId)
  assertExecutable(programme, missionId, ctx.now())
  return programme
}

function isExecutable(programme: Programme, missionId: number, now: Date): boolean {
  const hasMission = programme.missions.some((mission) => mission.missionId === missionId)
  return hasMission && seasonStatus(programme, now) === 'ONGOING'
}

function assertExecutable(programme: Programme, missionId: number, now: Date): PlannedMission {
  const mission = missionOf(programme, missionId, now)
  if (seasonStatus(programme, now) !== 'ONGOING') {
    throw refuseClosedSeason(programme, mission, now)
  }
  return mission
}
