import { streakEndpoints } from '@solstice/contract/streak.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type Streak = CallData<'streak.show'>
export type StreakMark = Streak['days'][number]['mark']

export const streakQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('streak', seasonId),
    queryFn: ({ signal }) =>
      call(streakEndpoints['streak.show'], { params: { seasonId } }, { signal }),
  })
