import { queryOptions } from '@tanstack/react-query'
import { seasonPlanEndpoints } from '@solstice/contract/season-plan.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'

export type Season = CallData<'seasonPlan.list'>['list'][number]

/** Drafts have no members. */
export const publishedSeasonsQuery = queryOptions({
  queryKey: ['seasons', 'published'],
  queryFn: async ({ signal }) => {
    const { list } = await call(seasonPlanEndpoints['seasonPlan.list'], {}, { signal })
    return list.filter(({ state }) => state === 'PUBLISHED').toReversed()
  },
  staleTime: 60_000,
})
