import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { seasonLeagues } from './league-season.service.ts'
import { drawOf, leagueOf, takePart } from './league.service.ts'

export function leagueRoutes(ctx: AppContext, mount: Mount): void {
  mount('league.mine', ({ params, session }) => leagueOf(ctx, session, params.seasonId))

  mount('league.takePart', ({ session, body }) => takePart(ctx, session.memberId, body.takesPart))

  mount('league.draw', ({ params, query, reads }) => drawOf(reads, { ...params, ...query }))

  mount('league.season', ({ params }) => seasonLeagues(ctx, params.seasonId))
}
