import type { MissionType } from './api.ts'
import { missionViews } from './registry.ts'

export function MissionIcon({ type, size = 20 }: { type: MissionType; size?: 20 | 24 }) {
  return missionViews[type].icon(size)
}
