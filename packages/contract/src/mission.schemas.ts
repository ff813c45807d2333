import { MISSION_TYPES } from '@solstice/rules/missions/registry'
import { z } from 'zod'
import { category, mission } from './missions/mission-parts.ts'
import { missionBody, missionDetails, missionReplies } from './missions/registry.ts'
import { pathId } from './paging.ts'
import { id, time } from './schema.ts'
import { seasonParams } from './season.schemas.ts'

const anyMission = mission.extend({ type: z.enum(MISSION_TYPES) })

const alarm = z.strictObject({ seasonId: id, missionId: id, enabled: z.boolean() })
const missionParams = seasonParams.extend({ missionId: pathId })
const listQuery = z.strictObject({ category: category.optional() })

export const missionSchemas = {
  'mission.list': {
    params: seasonParams,
    query: listQuery,
    data: z.object({ list: z.array(anyMission) }),
  },
  'mission.listAvailable': {
    params: seasonParams,
    query: listQuery,
    data: z.object({ list: z.array(anyMission.extend({ available: z.literal(true) })) }),
  },
  'mission.show': {
    params: missionParams,
    data: z.discriminatedUnion('type', missionDetails),
  },
  'mission.open': {
    params: missionParams,
    data: z.object({ openedAt: time, linkUrl: z.string() }),
  },
  'mission.execute': {
    params: missionParams,
    body: z.strictObject(missionBody),
    data: z.discriminatedUnion('type', missionReplies),
  },
  'mission.listAlarms': {
    query: z.strictObject({ seasonId: pathId.optional() }),
    data: z.object({ list: z.array(alarm) }),
  },
  'mission.setAlarm': { body: alarm, data: alarm },
} as const
