import { queryOptions } from '@tanstack/react-query'
import { leagueEndpoints } from '@solstice/contract/league.endpoints'
import { statisticsEndpoints } from '@solstice/contract/statistics.endpoints'
import { call } from '#/lib/api.ts'

/** Below the minute after which data are marked as stale, and above the duration of a call. */
export const EVERY_MS = 45_000

/** The statistics are aggregated every hour; reading them again finds the next ones. */
export const statisticsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['statistics', 'season', seasonId],
    queryFn: ({ signal }) =>
      call(statisticsEndpoints['statistics.season'], { params: { seasonId } }, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  })

export const funnelQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['statistics', 'funnel', seasonId],
    queryFn: ({ signal }) =>
      call(statisticsEndpoints['statistics.funnel'], { params: { seasonId } }, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  })

export const leaguesQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['league', 'season', seasonId],
    queryFn: ({ signal }) =>
      call(leagueEndpoints['league.season'], { params: { seasonId } }, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  })
