import { statusEndpoints } from '@solstice/contract/status.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { MINUTE_MS } from '@solstice/rules/duration'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'

export type Status = CallData<'status.show'>
export type Service = Status['services'][number]['service']
export type Incident = Status['incidents'][number]

export const statusQuery = () =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => call(statusEndpoints['status.show'], {}, { signal }),
    refetchInterval: MINUTE_MS,
  })
