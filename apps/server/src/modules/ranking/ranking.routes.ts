import type { Mount } from '#/http/mount.ts'
import { loadProgramme } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listRanking } from './ranking.service.ts'

export function rankingRoutes(ctx: AppContext, mount: Mount): void {
  mount('ranking.list', async ({ params, session, reads }) => {
    const { seasonId } = await loadProgramme(reads, params.seasonId)
    return listRanking(ctx, reads, session, seasonId)
  })
}
