import { seasonEndpoints } from '@solstice/contract/season.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type SeasonSummary = CallData<'season.listPublic'>['list'][number]
export type SeasonCard = CallData<'season.list'>['list'][number]
export type Season = CallData<'season.show'>
export type Standing = Season['me']
export type Tier = CallData<'season.tiers'>['list'][number]
export type Round = CallData<'season.rounds'>['list'][number]

/** Far more than there will be, because a season lasts weeks. */
const ALL = { page: 1, size: 100 }

/** The public data of the seasons, which is enough for the home screen. */
export const publicSeasonsQuery = () =>
  queryOptions({
    queryKey: programmeKey('seasons', 'public'),
    queryFn: async ({ signal }) =>
      (await call(seasonEndpoints['season.listPublic'], { query: ALL }, { signal })).list,
  })

export const seasonsQuery = () =>
  queryOptions({
    queryKey: programmeKey('seasons'),
    queryFn: async ({ signal }) =>
      (await call(seasonEndpoints['season.list'], { query: ALL }, { signal })).list,
  })

export const seasonQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('season', seasonId),
    queryFn: ({ signal }) =>
      call(seasonEndpoints['season.show'], { params: { seasonId } }, { signal }),
  })

export const tiersQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('tiers', seasonId),
    queryFn: async ({ signal }) =>
      (await call(seasonEndpoints['season.tiers'], { params: { seasonId } }, { signal })).list,
  })

export const roundsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('rounds', seasonId),
    queryFn: async ({ signal }) =>
      (await call(seasonEndpoints['season.rounds'], { params: { seasonId } }, { signal })).list,
  })

export const levelsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('levels', seasonId),
    queryFn: async ({ signal }) =>
      (await call(seasonEndpoints['season.levels'], { params: { seasonId } }, { signal })).list,
    // About three hundred rows, which do not change while a season is running.
    staleTime: 5 * 60_000,
  })

export const bannersQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('banners', seasonId),
    queryFn: async ({ signal }) =>
      (await call(seasonEndpoints['season.banners'], { params: { seasonId } }, { signal })).list,
  })
