import type { MissionType } from './api.ts'
import { viewOf } from './registry.ts'

export function MissionIcon({ type, size = 20 }: { type: MissionType; size?: 20 | 24 }) {
  return viewOf(type).icon(size)
}
