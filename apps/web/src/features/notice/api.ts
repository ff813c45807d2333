import { alertEndpoints } from '@solstice/contract/alert.endpoints'
import { LATEST } from '@solstice/contract/cursor'
import { noticeEndpoints } from '@solstice/contract/notice.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { nextCursor } from '#/lib/next-cursor.ts'
import { NEWS_KEY } from '#/lib/query-client.ts'

export type Alert = CallData<'alert.list'>['list'][number]
export type Notice = CallData<'notice.list'>['list'][number]

const nextPage = ({ page, hasNext }: { page: number; hasNext: boolean }) =>
  hasNext ? page + 1 : undefined

export const alertsQuery = infiniteQueryOptions({
  queryKey: [NEWS_KEY, 'alerts'],
  initialPageParam: LATEST,
  queryFn: ({ pageParam, signal }) =>
    call(alertEndpoints['alert.list'], { query: { before: pageParam } }, { signal }),
  getNextPageParam: nextCursor,
})

export const noticesQuery = infiniteQueryOptions({
  queryKey: [NEWS_KEY, 'notices'],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    call(noticeEndpoints['notice.list'], { query: { page: pageParam } }, { signal }),
  getNextPageParam: nextPage,
})

export function readAlert(id: number) {
  return call(alertEndpoints['alert.read'], { params: { id } })
}

export function readNotice(id: number) {
  return call(noticeEndpoints['notice.read'], { params: { id } })
}

export function readAll(tab: 'alert' | 'notification') {
  return tab === 'alert'
    ? call(alertEndpoints['alert.readAll'], {})
    : call(noticeEndpoints['notice.readAll'], {})
}

export const settingsQuery = queryOptions({
  queryKey: ['alert-settings'],
  queryFn: async ({ signal }) =>
    (await call(alertEndpoints['alert.settings'], {}, { signal })).list,
})

export const quietHoursQuery = queryOptions({
  queryKey: ['quiet-hours'],
  queryFn: ({ signal }) => call(alertEndpoints['alert.quietHours'], {}, { signal }),
})

export function changeSetting(id: number, enabled: boolean) {
  return call(alertEndpoints['alert.changeSetting'], { params: { id }, body: { enabled } })
}

export function changeQuietHours(body: CallInput<'alert.changeQuietHours'>['body']) {
  return call(alertEndpoints['alert.changeQuietHours'], { body })
}
