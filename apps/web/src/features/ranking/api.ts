import { rankingEndpoints } from '@solstice/contract/ranking.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type Ranking = CallData<'ranking.list'>
export type RankingRow = Ranking['list'][number]

export const rankingQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('ranking', seasonId),
    queryFn: ({ signal }) =>
      call(rankingEndpoints['ranking.list'], { params: { seasonId } }, { signal }),
  })
