import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { executeMission } from './execution.service.ts'
import {
  listAlarms,
  listAvailableMissions,
  listMissions,
  openMission,
  setAlarm,
  showMission,
} from './mission.service.ts'
import { checkOnChainProof, type OnChainVerdict } from './proof.service.ts'

export function missionRoutes(ctx: AppContext, mount: Mount): void {
  mount('mission.listAlarms', ({ query, session }) =>
    listAlarms(ctx, session.memberId, query.seasonId),
  )
  mount('mission.setAlarm', ({ body, session }) => setAlarm(ctx, session.memberId, body))
  mount('mission.list', ({ params, query, session, language }) =>
    listMissions(ctx, { memberId: session.memberId, language }, { ...params, ...query }),
  )
  mount('mission.listAvailable', ({ params, query, session, language }) =>
    listAvailableMissions(ctx, { memberId: session.memberId, language }, { ...params, ...query }),
  )
  mount('mission.show', ({ params, session, language }) =>
    showMission(ctx, { memberId: session.memberId, language }, params),
  )
  mount('mission.open', ({ params, session, language }) =>
    openMission(ctx, { memberId: session.memberId, language }, params),
  )
  mount(
    'mission.execute',
    ({ params, body, session, language, tx }, chain: OnChainVerdict) =>
      executeMission(tx, ctx, { ...params, body, language, chain, memberId: session.memberId }),
    ({ params, session }) => checkOnChainProof(ctx, session, params),
  )
}
