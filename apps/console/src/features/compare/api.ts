import { queryOptions } from '@tanstack/react-query'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'

export type Revision = CallData<'seasonPlan.revision'>
export type ListedRevision = CallData<'seasonPlan.revisions'>['list'][number]

/** The newest revisions, which the lists offer; an older one can still stand in the address. */
const OFFERED = 100

export const revisionsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['seasons', 'revisions', seasonId],
    queryFn: async ({ signal }) => {
      const { list } = await call(
        seasonDraftEndpoints['seasonPlan.revisions'],
        { params: { seasonId }, query: { size: OFFERED } },
        { signal },
      )
      return list
    },
  })

/** A revision never changes; only its simulation may be stored later. */
export const revisionQuery = (seasonId: number, revision: number) =>
  queryOptions({
    queryKey: ['seasons', 'revision', seasonId, revision],
    queryFn: ({ signal }) =>
      call(
        seasonDraftEndpoints['seasonPlan.revision'],
        { params: { seasonId, revision } },
        { signal },
      ),
  })
