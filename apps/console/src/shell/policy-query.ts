import { queryOptions } from '@tanstack/react-query'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import { call } from '#/lib/api.ts'

/** The limits above which an action needs a second person. */
export const policyQuery = queryOptions({
  queryKey: ['policy'],
  queryFn: ({ signal }) => call(approvalEndpoints['approval.policy'], {}, { signal }),
})
