/** A screen of the demo member and its texts in each state of the server. */
export type Screen = {
  path: string
  heading: string | RegExp
  /** A part of the content when the server returns data. */
  shows: string | RegExp
  /** For screens that load data: the error text next to "Try again" when the server fails. */
  fails?: string
  /** For screens with a list: the text when the list is empty. */
  empty?: string
}

const SEASON = '/rewards/dashboard/2'
const NO_WALLET = 'You don’t have a wallet yet'
const MISSION_FAILS = 'We couldn’t load this mission.'

export const MEMBER_SCREENS: Screen[] = [
  {
    path: '/home',
    heading: /^Good evening/,
    shows: 'Midsummer',
    fails: 'We couldn’t load the seasons.',
  },
  {
    path: '/home/buy-credit',
    heading: 'Buy credit',
    shows: '50 credits',
    fails: 'We couldn’t load your credit.',
  },
  {
    path: '/rewards',
    heading: 'Rewards',
    shows: 'Midsummer',
    fails: 'We couldn’t load the seasons.',
    empty: 'Between seasons',
  },
  {
    path: '/starlight',
    heading: 'Starlight',
    shows: 'Midsummer',
    fails: 'We couldn’t load the missions.',
    empty: 'No Starlight right now',
  },
  {
    path: '/status',
    heading: 'Everything is up',
    shows: 'What happened',
    fails: 'We couldn’t load the status.',
  },
  { path: '/wallet', heading: 'Wallet', shows: NO_WALLET },
  {
    path: '/more',
    heading: 'More',
    shows: '6 friends joined',
    fails: 'We couldn’t load your code.',
  },
  {
    path: '/more/holds',
    heading: 'Holds',
    shows: 'Nothing is on hold',
    fails: 'We couldn’t load your holds.',
  },
  {
    path: '/fair-play',
    heading: 'How holds work',
    shows: 'On hold now',
    fails: 'We couldn’t load the numbers.',
  },
  { path: '/more/account-management', heading: 'Account management', shows: 'Wallet management' },
  {
    path: '/more/my-data',
    heading: 'Your data',
    shows: 'History entries, with proofs',
    fails: 'We couldn’t count your data.',
  },
  {
    path: '/more/my-page',
    heading: 'My Page',
    shows: /^Enter a friend/,
    fails: 'Failed to load user information.',
  },
  {
    path: '/more/notice',
    heading: 'Notices',
    shows: /New sign-in from/,
    fails: 'Failed to load notices.',
    empty: 'No alerts yet',
  },
  {
    path: '/more/notification',
    heading: 'Notices',
    shows: 'Check-in closes for an hour each night',
    fails: 'Failed to load notices.',
    empty: 'No announcements right now',
  },
  { path: '/more/policy', heading: 'Terms and privacy', shows: 'Terms of Service' },
  {
    path: '/more/referral-input',
    heading: 'Referral code',
    shows: /Did a friend invite you/,
    fails: 'We couldn’t load your referral code.',
  },
  { path: '/more/setting', heading: 'Settings', shows: '한국어' },
  {
    path: '/more/wallet-management',
    heading: 'Wallet management',
    shows: 'No wallet is connected to your account.',
  },
  { path: '/more/wallet-policy', heading: 'Wallet policy', shows: 'The key is yours' },
  {
    path: '/more/withdraw',
    heading: 'Withdraw',
    shows: 'Referral balance',
    fails: 'We couldn’t load your balance.',
  },
  {
    path: '/more/withdraw-confirmed',
    heading: 'Withdrawal',
    shows: 'In your wallet',
    fails: 'We couldn’t load your balance.',
    empty: 'No withdrawals yet',
  },
  {
    path: '/rewards/claims',
    heading: 'Rewards to claim',
    shows: 'Nothing to claim',
    fails: 'We couldn’t load your rewards.',
  },
  { path: '/more/delete-account', heading: 'Delete account', shows: 'Why are you leaving?' },
  { path: '/wallet/create', heading: 'Create wallet', shows: 'A wallet only you control' },
  { path: '/wallet/import-guide', heading: 'Import guide', shows: 'Find your backup' },
  { path: '/wallet/reveal-seed', heading: 'Recovery phrase', shows: NO_WALLET },
  { path: '/wallet/receive', heading: 'Receive', shows: NO_WALLET },
  { path: '/wallet/remove', heading: 'Remove wallet', shows: NO_WALLET },
  { path: '/wallet/send', heading: 'Send', shows: NO_WALLET },
  { path: '/wallet/history', heading: 'Activity', shows: NO_WALLET },
  {
    path: '/rewards/alert-setting',
    heading: 'Alert settings',
    shows: 'Quiet hours',
    fails: 'We couldn’t load your settings.',
  },
  {
    path: '/rewards/invite-event',
    heading: 'Invite friends',
    shows: /1.00 USDS for every friend/,
    fails: 'We couldn’t load the invite event.',
  },
  {
    path: '/rewards/tier/2',
    heading: 'Tiers',
    shows: 'Diamond',
    fails: 'We couldn’t load the tiers.',
  },
  {
    path: '/rewards/dashboard/rules',
    heading: 'Season rules',
    shows: 'Daily check-in',
    fails: 'We couldn’t load the rules.',
  },
  {
    path: SEASON,
    heading: 'Midsummer',
    shows: 'Season XP',
    fails: 'We couldn’t load this season.',
  },
  {
    path: '/rewards/dashboard/1',
    heading: 'The Thaw',
    shows: /You finished in Bronze/,
    fails: 'We couldn’t load this season.',
  },
  {
    path: '/rewards/dashboard/1/recap',
    heading: 'Your season: The Thaw',
    shows: '3 of 28 days',
    fails: 'We couldn’t load your recap.',
  },
  {
    path: '/rewards/dashboard/3',
    heading: 'Meteor Nights',
    shows: /^Opens 30 Jun/,
    fails: 'We couldn’t load this season.',
  },
  {
    path: `${SEASON}/streak`,
    heading: 'Your chain',
    shows: /counts for you$/,
    fails: 'We couldn’t load your chain.',
  },
  {
    path: `${SEASON}/ranking`,
    heading: 'Leaderboard',
    shows: 'AmberFox47',
    fails: 'Failed to load leaderboard.',
    empty: 'Nobody has a rank yet',
  },
  {
    path: `${SEASON}/league`,
    heading: 'Your league',
    shows: 'Top 5 move up to Morning',
    fails: 'We couldn’t load your league.',
  },
  {
    path: `${SEASON}/history?tab=Earned`,
    heading: 'History',
    shows: 'Round 1 reward',
    fails: 'We couldn’t load your history.',
    empty: 'Nothing earned yet',
  },
  {
    path: `${SEASON}/history?tab=Purchased`,
    heading: 'History',
    shows: 'Refund',
    fails: 'We couldn’t load your history.',
    empty: 'No purchases yet',
  },
  {
    path: `${SEASON}/missions/1`,
    heading: 'Daily check-in',
    shows: 'days participated',
    fails: 'Failed to load check-in event.',
  },
  { path: `${SEASON}/missions/2`, heading: 'XP spin', shows: 'Odds', fails: MISSION_FAILS },
  {
    path: `${SEASON}/missions/3`,
    heading: 'Daily tickets',
    shows: 'Use them on the wheel',
    fails: MISSION_FAILS,
  },
  {
    path: `${SEASON}/missions/4`,
    heading: 'Invite friends',
    shows: 'My referral code',
    fails: MISSION_FAILS,
  },
  {
    path: `${SEASON}/missions/5`,
    heading: 'Meet Lumen',
    shows: 'Your progress',
    fails: MISSION_FAILS,
  },
  {
    path: `${SEASON}/missions/6`,
    heading: 'XP shop',
    shows: 'Your purchases',
    fails: MISSION_FAILS,
  },
  {
    path: `${SEASON}/missions/14`,
    heading: 'Question of the day',
    shows: 'Check my answer',
    fails: MISSION_FAILS,
  },
  {
    path: `${SEASON}/missions/3/ticket-history`,
    heading: 'Ticket history',
    shows: 'Refund',
    fails: 'We couldn’t load your ticket history.',
    empty: 'No tickets yet',
  },
  {
    path: `${SEASON}/missions/6/buy-xp`,
    heading: 'XP shop',
    shows: 'Starter XP pack',
    fails: 'We couldn’t load the shop.',
    empty: 'No products right now',
  },
  {
    path: `${SEASON}/history/34`,
    heading: 'Details',
    shows: 'Completed',
    fails: 'We couldn’t load this entry.',
  },
  {
    path: `${SEASON}/history/34/refund-request`,
    heading: 'Refund request',
    shows: 'Why do you want a refund?',
    fails: 'We couldn’t load your order.',
  },
  {
    path: `${SEASON}/missions/6/buy-xp/8`,
    heading: 'Product',
    shows: 'Three more turns of the wheel.',
    fails: 'We couldn’t load this product.',
  },
  {
    path: `${SEASON}/missions/6/buy-xp/8/complete`,
    heading: 'Purchase',
    shows: 'No purchases yet',
    fails: 'We couldn’t load your order.',
  },
  {
    path: '/more/unfreeze',
    heading: 'Unfreeze payouts',
    shows: /^(Your payouts aren’t frozen|We’ll email you a code)/,
  },
  // Without a relay there are no connections.
  { path: '/wallet/connections', heading: 'Wallet', shows: NO_WALLET },
  { path: '/wallet/set-aside', heading: 'Old wallets', shows: 'No old wallets on this phone' },
  { path: '/wallet/history/0x1', heading: 'Transaction', shows: NO_WALLET },
  { path: '/test/push-notification', heading: 'Push notification test', shows: 'not supported' },
  { path: '/pin/change', heading: 'Enter your current PIN', shows: 'We’ll check that it’s you.' },
  { path: '/pin/confirm', heading: 'Choose a PIN', shows: /^You’ll use these 6 digits/ },
  { path: '/pin/setup', heading: 'Choose a PIN', shows: /^You’ll use these 6 digits/ },
  { path: '/pin/forgot', heading: 'Forgot your PIN?', shows: 'You can set a new PIN' },
  { path: '/pin/required-setup', heading: 'Set your PIN', shows: /^Your PIN protects/ },
  { path: '/pin/unlock', heading: 'Enter your PIN', shows: 'It unlocks Solstice and your wallet.' },
]

/** Opens with the PIN prompt, which would cover later screens; it is tested in its own file. */
export const PASSWORD_CHANGE: Screen = {
  path: '/more/password-change',
  heading: 'Change password',
  shows: 'Confirm it’s you to change your password.',
}

/** The screens of visitors. They make no call before something is entered. */
export const VISITOR_SCREENS: Pick<Screen, 'path' | 'heading' | 'shows'>[] = [
  { path: '/auth/login', heading: 'Log in', shows: 'Keep me logged in' },
  { path: '/auth/signup', heading: 'Create your account', shows: 'Email' },
  { path: '/auth/signup/email', heading: 'Create your account', shows: 'Email' },
  // Without an email from the previous step, these redirect to that step.
  { path: '/auth/signup/verification', heading: 'Create your account', shows: 'Email' },
  { path: '/auth/signup/password', heading: 'Create your account', shows: 'Email' },
  { path: '/auth/forgot-password', heading: 'Forgot your password?', shows: 'Send code' },
  {
    path: '/auth/forgot-password/verification',
    heading: 'Forgot your password?',
    shows: 'Send code',
  },
  {
    path: '/auth/forgot-password/new-password',
    heading: 'Forgot your password?',
    shows: 'Send code',
  },
  { path: '/auth/forgot-password/completed', heading: 'Forgot your password?', shows: 'Send code' },
  { path: '/auth/account-created', heading: 'Welcome to Solstice', shows: 'Continue' },
  { path: '/security-alert', heading: 'This link no longer works', shows: 'Go to log in' },
  { path: '/no/such/place', heading: 'Page not found', shows: 'Go to Home' },
]

/** Paths without their own screen: the start redirects, and an import needs the vault's worker. */
export const WITHOUT_TEST = ['/', '/wallet/import']
