import { queryOptions } from '@tanstack/react-query'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { seasonPlanEndpoints } from '@solstice/contract/season-plan.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'

export type SeasonRow = CallData<'seasonPlan.list'>['list'][number]
export type SeasonShown = CallData<'seasonPlan.show'>

/** Lists all seasons with the drafts, in order of their start. */
export const seasonsQuery = queryOptions({
  queryKey: ['seasons', 'all'],
  queryFn: async ({ signal }) => {
    const { list } = await call(seasonPlanEndpoints['seasonPlan.list'], {}, { signal })
    return list
  },
})

export const seasonQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['seasons', 'one', seasonId],
    queryFn: ({ signal }) =>
      call(seasonDraftEndpoints['seasonPlan.show'], { params: { seasonId } }, { signal }),
  })

/** Reads the lists again after a season was changed. */
export function noteSeasons(): void {
  void queryClient.invalidateQueries({ queryKey: ['seasons'] })
}

/** Reads one season again, after something beside its plan has changed. */
export function noteSeason(seasonId: number): void {
  void queryClient.invalidateQueries(seasonQuery(seasonId))
}

/** A draft without valid dates has the time of its creation twice. */
export const hasDates = ({ startAt, endAt }: Pick<SeasonRow, 'startAt' | 'endAt'>) =>
  startAt < endAt
