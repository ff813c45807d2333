const SEASON = '/rewards/dashboard/1'
const MISSION = `${SEASON}/missions/6`
const TRANSACTION = `0x${'ab'.repeat(32)}`

/** Routes open to everybody; without a slash at the end, because both forms must answer. */
export const PUBLIC_ROUTES = [
  '/auth/signup',
  '/auth/signup/email',
  '/auth/login',
  '/auth/forgot-password',
]

/** Steps of a flow: reachable by address, but a step sends back to the start when the flow has not begun. */
export const FLOW_ROUTES = [
  { path: '/auth/signup/verification', start: '/auth/signup' },
  { path: '/auth/signup/password', start: '/auth/signup' },
  { path: '/auth/forgot-password/verification', start: '/auth/forgot-password' },
  { path: '/auth/forgot-password/new-password', start: '/auth/forgot-password' },
  { path: '/auth/forgot-password/completed', start: '/auth/forgot-password' },
]

/** Routes of the signed-in layout, ids filled in. */
export const MEMBER_ROUTES = [
  '/home',
  '/home/buy-credit',
  '/starlight',
  '/more',
  '/more/account-management',
  '/more/my-page',
  '/more/notice',
  '/more/password-change',
  '/more/policy',
  '/more/referral-input',
  '/more/setting',
  '/more/wallet-management',
  '/more/wallet-policy',
  '/more/withdraw',
  '/more/withdraw-confirmed',
  '/wallet',
  '/wallet/create',
  '/wallet/import',
  '/wallet/import-guide',
  '/wallet/reveal-seed',
  '/wallet/receive',
  '/wallet/remove',
  '/wallet/send',
  '/wallet/history',
  `/wallet/history/${TRANSACTION}`,
  '/rewards',
  '/rewards/alert-setting',
  '/rewards/invite-event',
  '/rewards/tier/1',
  '/rewards/dashboard/rules',
  SEASON,
  `${SEASON}/ranking`,
  `${SEASON}/history`,
  `${SEASON}/history/1`,
  `${SEASON}/history/1/refund-request`,
  MISSION,
  `${MISSION}/ticket-history`,
  `${MISSION}/buy-xp`,
  `${MISSION}/buy-xp/1`,
  `${MISSION}/buy-xp/1/complete`,
  '/test/push-notification',
]
