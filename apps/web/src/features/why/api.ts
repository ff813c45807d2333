import { explanationEndpoints } from '@solstice/contract/explanation.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type Explanation = CallData<'explanation.mine'>

export const explanationQuery = (entryId: string) =>
  queryOptions({
    queryKey: programmeKey('explanation', entryId),
    queryFn: ({ signal }) =>
      call(explanationEndpoints['explanation.mine'], { params: { entryId } }, { signal }),
  })
