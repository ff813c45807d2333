import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { noticeCampaignEndpoints } from '@solstice/contract/notice-campaign.endpoints'
import { noticeEndpoints } from '@solstice/contract/notice.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import type { NoticeFilter } from './filter.ts'

export type Notice = CallData<'notice.listAll'>['list'][number]
export type Campaign = CallData<'notice.listCampaigns'>['list'][number]
export type CampaignDetail = CallData<'notice.showCampaign'>
export type CampaignSeason = CallData<'notice.listSeasons'>['list'][number]
export type Reach = CallData<'notice.countAudience'>
export type AudienceQuery = CallInput<'notice.countAudience'>['query']

/** A campaign that is being sent changes every second. */
const EVERY_MS = 5000

export const noticesQuery = (filter: NoticeFilter) =>
  queryOptions({
    queryKey: ['notices', 'list', filter],
    queryFn: ({ signal }) => call(noticeEndpoints['notice.listAll'], { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })

export const noticeQuery = (noticeId: number) =>
  queryOptions({
    queryKey: ['notices', noticeId],
    queryFn: ({ signal }) =>
      call(noticeEndpoints['notice.show'], { params: { noticeId } }, { signal }),
  })

export const campaignsQuery = (page: number) =>
  queryOptions({
    queryKey: ['campaigns', 'list', page],
    queryFn: ({ signal }) =>
      call(noticeCampaignEndpoints['notice.listCampaigns'], { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 6 * EVERY_MS,
  })

export const campaignQuery = (campaignId: number) =>
  queryOptions({
    queryKey: ['campaigns', campaignId],
    queryFn: ({ signal }) =>
      call(noticeCampaignEndpoints['notice.showCampaign'], { params: { campaignId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'SENDING' ? EVERY_MS : 6 * EVERY_MS),
  })

export const campaignSeasonsQuery = queryOptions({
  queryKey: ['campaigns', 'seasons'],
  queryFn: ({ signal }) => call(noticeCampaignEndpoints['notice.listSeasons'], {}, { signal }),
  staleTime: 60_000,
})

export const reachQuery = (query: AudienceQuery) =>
  queryOptions({
    queryKey: ['campaigns', 'audience', query],
    queryFn: ({ signal }) =>
      call(noticeCampaignEndpoints['notice.countAudience'], { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

export const sampleQuery = (query: AudienceQuery) =>
  queryOptions({
    queryKey: ['campaigns', 'sample', query],
    queryFn: ({ signal }) =>
      call(noticeCampaignEndpoints['notice.sampleAudience'], { query }, { signal }),
  })

export function readNotices(): void {
  void queryClient.invalidateQueries({ queryKey: ['notices'] })
  void queryClient.invalidateQueries({ queryKey: ['campaigns'] })
}
