import { queryOptions } from '@tanstack/react-query'
import { inviteEndpoints } from '@solstice/contract/invite.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'

export type InviteData = CallData<'invite.showTerms'>
export type Terms = InviteData['terms']

export const inviteTermsQuery = queryOptions({
  queryKey: ['invite-terms'],
  queryFn: ({ signal }) => call(inviteEndpoints['invite.showTerms'], {}, { signal }),
})

export const setTerms = (change: Partial<Terms>, reason: string, idempotencyKey: string) =>
  call(inviteEndpoints['invite.setTerms'], { body: { ...change, reason } }, { idempotencyKey })

export function noteTerms(data: InviteData): void {
  queryClient.setQueryData(inviteTermsQuery.queryKey, data)
  void queryClient.invalidateQueries({ queryKey: ['history'] })
}
