import { Code } from '@solstice/contract/codes'
import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'

export function seasonLiveRoutes(_ctx: AppContext, mount: Mount): void {
  const missing = () => Promise.reject(refuse(Code.NOT_FOUND))
  mount('seasonPlan.schedule', missing)
  mount('seasonPlan.unschedule', missing)
  mount('seasonPlan.unpublish', missing)
  mount('seasonPlan.changeLive', missing)
  mount('seasonPlan.reviseLive', missing)
  mount('seasonPlan.liveEffect', missing)
}
