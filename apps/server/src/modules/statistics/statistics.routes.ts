import { Code } from '@solstice/contract/codes'
import type { Mount } from '#/http/mount.ts'
import { refuse } from '#/platform/process/refusal.ts'

export function statisticsRoutes(mount: Mount): void {
  mount('statistics.season', () => Promise.reject(refuse(Code.NOT_FOUND)))
  mount('statistics.funnel', () => Promise.reject(refuse(Code.NOT_FOUND)))
  mount('statistics.today', () =>
    Promise.resolve({ asOf: null, alarms: { open: 0, critical: 0 }, season: null }),
  )
}
