import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { toMembersQuery } from './filter.ts'
import type { MembersFilter } from './filter.ts'

export type MemberPage = CallData<'operator.findMembers'>
export type Member = MemberPage['list'][number]

export const membersQuery = (filter: MembersFilter) => {
  const query = toMembersQuery(filter)
  return queryOptions({
    queryKey: ['members', query],
    queryFn: ({ signal }) => call(operatorEndpoints['operator.findMembers'], { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}
