import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { showStreak } from './streak.service.ts'

export function streakRoutes(ctx: AppContext, mount: Mount): void {
  mount('streak.show', ({ params, session }) => showStreak(ctx, session.memberId, params.seasonId))
}
