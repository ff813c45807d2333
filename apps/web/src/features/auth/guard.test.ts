import { beforeEach, expect, test, vi } from 'vitest'
import type * as Guard from './guard.ts'

/** Loaded again for each test, because its state lasts as long as the page. */
let guardAuth: typeof Guard.guardAuth
let takeReturnHref: typeof Guard.takeReturnHref
let signOut: () => void

const visit = (href: string, flags: { isPrivate?: boolean; isPreload?: boolean } = {}) => ({
  pathname: href.split('?')[0] ?? '',
  href,
  isPrivate: false,
  isPreload: false,
  ...flags,
})

beforeEach(async () => {
  vi.resetModules()
  const guard = await import('./guard.ts')
  guardAuth = guard.guardAuth
  takeReturnHref = guard.takeReturnHref
  const { runSignOutTasks } = await import('#/lib/sign-out.ts')
  signOut = () => runSignOutTasks({ wipe: false })
})

test.each([
  ['auth', '/', '/home'],
  ['unauth', '/', '/auth/login'],
  ['auth', '/auth/login', '/home'],
  ['auth', '/auth/login/', '/home'],
  ['auth', '/auth/signup/email', '/home'],
  ['auth', '/auth/forgot-password', '/home'],
  ['auth', '/auth/account-created', undefined],
  ['auth', '/auth/account-created/', undefined],
  ['unauth', '/auth/signup', undefined],
  ['unauth', '/nowhere', undefined],
] as const)('sends a visitor who is %s from %s to %s', (status, href, expected) => {
  expect(guardAuth(status, visit(href))).toBe(expected)
})

test('stores the requested page with its query and returns it once', () => {
  const requested = visit('/rewards/dashboard/3/history/?tab=Spent', { isPrivate: true })

  expect(guardAuth('unauth', requested)).toBe('/auth/login')

  expect(takeReturnHref()).toBe(requested.href)
  expect(takeReturnHref()).toBeUndefined()
})

test('stores no page for a preload', () => {
  expect(guardAuth('unauth', visit('/wallet/', { isPrivate: true, isPreload: true }))).toBe(
    '/auth/login',
  )

  expect(takeReturnHref()).toBeUndefined()
})

test('lets a member into the private part', () => {
  expect(guardAuth('auth', visit('/wallet/', { isPrivate: true }))).toBeUndefined()
})

test('clears the stored page on sign-out', () => {
  guardAuth('unauth', visit('/wallet', { isPrivate: true }))

  signOut()

  expect(takeReturnHref()).toBeUndefined()
})

test('stores no page when the Back key is used after a sign-out', () => {
  guardAuth('auth', visit('/rewards/dashboard/3/history/9/', { isPrivate: true }))
  signOut()

  const back = visit('/rewards/dashboard/3/history/9/', { isPrivate: true })
  expect(guardAuth('unauth', back)).toBe('/auth/login')

  expect(takeReturnHref()).toBeUndefined()
})
