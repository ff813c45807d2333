import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  listBanners,
  listLevels,
  listPublicSeasons,
  listRounds,
  listSeasons,
  listTiers,
  showSeason,
} from './season.service.ts'

export function seasonRoutes(ctx: AppContext, mount: Mount): void {
  mount('season.listPublic', ({ query, language, reads }) =>
    listPublicSeasons(reads, language, query),
  )
  mount('season.list', ({ query, session, language }) =>
    listSeasons(ctx, { memberId: session.memberId, language }, query),
  )
  mount('season.show', ({ params, session, language }) =>
    showSeason(ctx, { memberId: session.memberId, language }, params.seasonId),
  )
  mount('season.tiers', ({ params, session, language }) =>
    listTiers(ctx, { memberId: session.memberId, language }, params.seasonId),
  )
  mount('season.rounds', ({ params, session, language }) =>
    listRounds(ctx, { memberId: session.memberId, language }, params.seasonId),
  )
  mount('season.levels', ({ params, reads }) => listLevels(reads, params.seasonId))
  mount('season.banners', ({ params, language, reads }) =>
    listBanners(reads, language, params.seasonId),
  )
}
