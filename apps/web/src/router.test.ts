import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createAppRouter } from './router.tsx'

const PUBLIC = [
  '/',
  '/auth/signup',
  '/auth/signup/email',
  '/auth/signup/verification',
  '/auth/signup/password',
  '/auth/login',
  '/auth/account-created',
  '/auth/forgot-password',
  '/auth/forgot-password/verification',
  '/auth/forgot-password/new-password',
  '/auth/forgot-password/completed',
  '/fair-play',
]

const TAB_ROOTS = ['/home', '/rewards', '/starlight', '/wallet', '/more']

const SEASON = '/rewards/dashboard/3'
const MISSION = `${SEASON}/missions/6`

const PRIVATE = [
  ...TAB_ROOTS,
  '/home/buy-credit',
  '/more/account-management',
  '/more/my-page',
  '/more/notice',
  '/more/notification',
  '/more/password-change',
  '/more/policy',
  '/more/referral-input',
  '/more/setting',
  '/more/wallet-management',
  '/more/wallet-policy',
  '/more/withdraw',
  '/more/withdraw-confirmed',
  '/more/holds',
  '/rewards/claims',
  '/more/delete-account',
  '/wallet/create',
  '/wallet/import',
  '/wallet/import-guide',
  '/wallet/reveal-seed',
  '/wallet/receive',
  '/wallet/remove',
  '/wallet/send',
  '/wallet/history',
  '/wallet/history/0xabc',
  '/rewards/alert-setting',
  '/rewards/invite-event',
  '/rewards/tier/3',
  '/rewards/dashboard/rules',
  SEASON,
  `${SEASON}/ranking`,
  `${SEASON}/history`,
  `${SEASON}/history/9`,
  `${SEASON}/history/9/refund-request`,
  MISSION,
  `${MISSION}/ticket-history`,
  `${MISSION}/buy-xp`,
  `${MISSION}/buy-xp/4`,
  `${MISSION}/buy-xp/4/complete`,
  '/pin/setup',
  '/pin/confirm',
  '/pin/change',
  '/pin/unlock',
  '/pin/required-setup',
  '/test/push-notification',
]

const router = createAppRouter(createMemoryHistory())

function matchOf(path: string) {
  const [routes, params, found] = router.getMatchedRoutes(path)
  return {
    // The route tree is loosely typed here.
    routeId: found?.id as string | undefined,
    // `**` contains the part of the path that no route matched.
    isFound: found !== undefined && params['**'] === undefined,
    isPrivate: routes.some(({ options }) => options.staticData?.isPrivate),
    isTabRoot: routes.some(({ options }) => options.staticData?.isTabRoot),
  }
}

test.each([...PUBLIC, ...PRIVATE])(
  'matches %s to the same route with and without a trailing slash',
  (path) => {
    const plain = matchOf(path)

    expect(plain.isFound).toBe(true)
    expect(matchOf(`${path.replace(/\/$/, '')}/`)).toEqual(plain)
  },
)

test.each(PUBLIC)('allows anyone to open %s', (path) => {
  expect(matchOf(path).isPrivate).toBe(false)
})

test.each(PRIVATE)('requires a member for %s', (path) => {
  expect(matchOf(path).isPrivate).toBe(true)
})

test('shows the tab bar on exactly the five tab roots', () => {
  expect([...PUBLIC, ...PRIVATE].filter((path) => matchOf(path).isTabRoot)).toEqual(TAB_ROOTS)
})

test('does not match the rules as a season called rules', () => {
  expect(matchOf('/rewards/dashboard/rules/').routeId).toContain('/rules')
})

test.each([
  '/rewards/tier/gold',
  '/rewards/dashboard/abc/',
  '/rewards/dashboard/0/',
  '/rewards/dashboard/-1/ranking',
  '/rewards/dashboard/1.5/history',
  `${SEASON}/history/x/`,
  `${SEASON}/missions/x`,
  `${MISSION}/buy-xp/x/complete`,
  '/nowhere',
  '/home/nowhere',
])('matches no route for %s', (path) => {
  expect(matchOf(path).isFound).toBe(false)
})

test.each([
  ['/home/buy-credit', { order: '-1' }],
  ['/more/delete-account', { step: 'gone' }],
  ['/more/withdraw-confirmed', { id: 'x' }],
  ['/starlight', { season: 'x' }],
  ['/wallet/history/0xabc', { chainId: 'x' }],
  ['/rewards/dashboard/rules', { season: '0' }],
  [`${SEASON}/history`, { tab: 'Sold' }],
  [`${SEASON}/history/9/refund-request`, { type: 'other' }],
  [`${MISSION}/buy-xp/4`, { order: 'x' }],
  [`${MISSION}/buy-xp/4/complete`, { order: 'x', txHash: 'javascript:alert(1)' }],
])('drops an invalid search parameter of %s', (path, search) => {
  const seen = router.matchRoutes(path, search).at(-1)?.search as Record<string, unknown>

  for (const [name, value] of Object.entries(search)) expect(seen[name]).not.toBe(value)
})

/** Paths that the route table lists only with a trailing slash. */
const WITH_SLASH = new RegExp(
  `^(/home/buy-credit|/wallet/(create|import|receive|remove|send|history(/\\$txId)?)|/rewards/(alert-setting|invite-event|tier/\\$seasonId)|/rewards/dashboard/(rules|\\$seasonId(/history(/\\$historyId)?|/missions/\\$missionId(/ticket-history|/buy-xp(/\\$productId(/complete)?)?)?)?))$`,
)

test('links to screens in the form of the route table', () => {
  const sources = import.meta.glob<string>(['./**/*.ts', './**/*.tsx', '!./**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const targets = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/\bto(?:=|: )["'](\/[^"']*)["']/g)].map(([, to = '']) => ({ file, to })),
  )

  expect(targets.length).toBeGreaterThan(100)
  expect(targets.filter(({ to, file }) => WITH_SLASH.test(to) && !file.includes('.gen.'))).toEqual(
    [],
  )
})
