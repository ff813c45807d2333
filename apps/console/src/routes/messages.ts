import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseNoticeFilter } from '#/features/notice/filter.ts'
import { pageOf } from '#/lib/address-search.ts'
import { app } from './app.ts'

const notices = createRoute({
  getParentRoute: () => app,
  path: '/messages/notices',
  validateSearch: parseNoticeFilter,
  component: lazyRouteComponent(
    () => import('#/features/notice/notices-screen.tsx'),
    'NoticesScreen',
  ),
})

const newNotice = createRoute({
  getParentRoute: () => app,
  path: '/messages/notices/new',
  component: lazyRouteComponent(
    () => import('#/features/notice/new-notice-screen.tsx'),
    'NewNoticeScreen',
  ),
})

const notice = createRoute({
  getParentRoute: () => app,
  path: '/messages/notices/$noticeId',
  component: lazyRouteComponent(
    () => import('#/features/notice/notice-screen.tsx'),
    'NoticeScreen',
  ),
})

const campaigns = createRoute({
  getParentRoute: () => app,
  path: '/messages/campaigns',
  validateSearch: pageOf,
  component: lazyRouteComponent(
    () => import('#/features/notice/campaign/campaigns-screen.tsx'),
    'CampaignsScreen',
  ),
})

const newCampaign = createRoute({
  getParentRoute: () => app,
  path: '/messages/campaigns/new',
  validateSearch: (search): { notice?: number } => {
    const notice = Number(search['notice'])
    return Number.isSafeInteger(notice) && notice > 0 ? { notice } : {}
  },
  component: lazyRouteComponent(
    () => import('#/features/notice/campaign/new-campaign-screen.tsx'),
    'NewCampaignScreen',
  ),
})

const campaign = createRoute({
  getParentRoute: () => app,
  path: '/messages/campaigns/$campaignId',
  component: lazyRouteComponent(
    () => import('#/features/notice/campaign/campaign-screen.tsx'),
    'CampaignScreen',
  ),
})

const maintenance = createRoute({
  getParentRoute: () => app,
  path: '/system/maintenance',
  validateSearch: pageOf,
  component: lazyRouteComponent(
    () => import('#/features/maintenance/maintenance-screen.tsx'),
    'MaintenanceScreen',
  ),
})

/** The pages of notices, campaigns and maintenance. */
export const messageRoutes = [
  notices,
  newNotice,
  notice,
  campaigns,
  newCampaign,
  campaign,
  maintenance,
] as const
