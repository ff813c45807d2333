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

/** Later steps of sign-up: without the earlier ones they lead back to its start. */
export const SIGN_UP_STEPS = ['/auth/signup/verification', '/auth/signup/password']

/** The same of a forgotten password. */
export const RESET_STEPS = [
  '/auth/forgot-password/verification',
  '/auth/forgot-password/new-password',
  '/auth/forgot-password/completed',
]

/** Routes of the signed-in layout by the tab they belong to, ids filled in. */
export const MEMBER_ROUTES = {
  home: ['/home', '/home/buy-credit'],
  starlight: ['/starlight'],
  more: [
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
  ],
  wallet: [
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
  ],
  rewards: [
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
  ],
  missions: [
    MISSION,
    `${MISSION}/ticket-history`,
    `${MISSION}/buy-xp`,
    `${MISSION}/buy-xp/1`,
    `${MISSION}/buy-xp/1/complete`,
  ],
  test: ['/test/push-notification'],
}
