import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { maintenanceEndpoints } from '@solstice/contract/maintenance.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'

export type Maintenance = CallData<'maintenance.show'>
export type MaintenanceVersion = CallData<'maintenance.history'>['list'][number]

const EVERY_MS = 15_000

export const maintenanceQuery = queryOptions({
  queryKey: ['maintenance', 'now'],
  queryFn: ({ signal }) => call(maintenanceEndpoints['maintenance.show'], {}, { signal }),
  refetchInterval: EVERY_MS,
})

export const maintenanceHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: ['maintenance', 'history', page],
    queryFn: ({ signal }) =>
      call(maintenanceEndpoints['maintenance.history'], { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

export function readMaintenance(): void {
  void queryClient.invalidateQueries({ queryKey: ['maintenance'] })
}
