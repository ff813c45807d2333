import { Code } from '@solstice/contract/codes'
import type { Mount } from '#/http/mount.ts'
import { refuse } from '#/platform/process/refusal.ts'

export function alarmRoutes(mount: Mount): void {
  mount('alarm.list', ({ query: { page, size } }) =>
    Promise.resolve({ list: [], page, size, totalCount: 0, hasNext: false }),
  )
  mount('alarm.acknowledge', () => Promise.reject(refuse(Code.NOT_FOUND)))
}
