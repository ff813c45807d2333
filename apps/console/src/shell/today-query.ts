import { queryOptions } from '@tanstack/react-query'
import { operatorSystemEndpoints } from '@solstice/contract/operator-system.endpoints'
import { call } from '#/lib/api.ts'

/** The overview of the day, which also counts the alarms in the top bar. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => call(operatorSystemEndpoints['operator.today'], {}, { signal }),
  refetchInterval: 30_000,
})
