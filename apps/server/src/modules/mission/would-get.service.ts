import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import { missionAvailability } from '@solstice/rules/mission'
import { traceAvailability } from '@solstice/rules/mission-availability'
import type { Trace, TraceOutcome } from '@solstice/rules/trace'
import { inLanguage, missionsAt, programmeOf } from '#/modules/season/programme.service.ts'
import { memberById, type Member } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findMissionStates } from './mission.queries.ts'
import { momentIn, planFacts } from './moment.service.ts'

export type WouldGet = {
  missionId: number
  name: string
  seasonVersion: number
  completed: boolean
  trace: Trace
}

/**
 * Decides for every mission of a season whether a member would get it now, with the proof that is
 * stored: an opened link and a connected wallet. Codes and chains are checked when they are
 * submitted. Reads the states of all missions with one statement.
 */
export async function wouldGet(
  ctx: Pick<AppContext, 'db' | 'now' | 'shared'>,
  of: { memberId: number; seasonId: number; language: Language },
): Promise<WouldGet[]> {
  const now = ctx.now()
  const [states, member] = await Promise.all([
    findMissionStates(ctx.db, of),
    memberById(ctx, of.memberId),
  ])
  if (!states || !member) throw refuse(Code.NOT_FOUND)
  const closedFor = accountOutcome(member)
  const programme = await programmeOf(ctx, of.seasonId, states.version)
  return missionsAt(programme, now).map((mission) => {
    const moment = momentIn(programme, mission, states, now)
    const proof = mission.proof?.kind
    const evidence = {
      ...planFacts(mission),
      proof,
      openedAt: states.missions.get(mission.missionId)?.openedAt?.toISOString(),
      ...(proof === 'ONCHAIN' && member.walletAddress === null
        ? { chain: 'no-wallet' as const }
        : {}),
    }
    const trace = traceAvailability(moment, evidence, now)
    return {
      missionId: mission.missionId,
      name: inLanguage(mission.title, of.language),
      seasonVersion: programme.version,
      completed: missionAvailability(moment, now).completed,
      trace: closedFor ? { ...trace, rule: 'mission', outcome: closedFor } : trace,
    }
  })
}

/** Returns why every call of the member is refused, if it is. */
function accountOutcome({
  status,
  deletedAt,
}: Pick<Member, 'status' | 'deletedAt'>): TraceOutcome<'mission'> | undefined {
  if (deletedAt) return 'MEMBER_DELETED'
  return status === 'ACTIVE' ? undefined : `MEMBER_${status}`
}
