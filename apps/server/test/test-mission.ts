import { Code } from '@solstice/contract/codes'
import type { Browser } from './test-member.ts'

/** Ids of missions in the season that `aSeason` creates. */
export const LINK_MISSION = 7
export const CODE_MISSION = 8
export const DAILY_LINK_MISSION = 9
export const ONCHAIN_MISSION = 11

export function execute(member: Browser, seasonId: number, missionId: number, body = {}) {
  return member.call('mission.execute', { params: { seasonId, missionId }, body })
}

export const refusedFor = (reason: string) => ({
  status: 400,
  code: Code.MISSION_UNAVAILABLE,
  msg: 'This mission isn’t available right now.',
  data: { reason },
})
