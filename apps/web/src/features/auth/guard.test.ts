import { beforeEach, expect, test } from 'vitest'
import { guardAuth, takeWantedHref } from './guard.ts'

const visit = (href: string, flags: { isPrivate?: boolean; isPreload?: boolean } = {}) => ({
  pathname: href.split('?')[0] ?? '',
  href,
  isPrivate: false,
  isPreload: false,
  ...flags,
})

beforeEach(() => void takeWantedHref())

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

test('keeps the wanted page with its query and gives it out once', () => {
  const wanted = visit('/rewards/dashboard/3/history/?tab=Spent', { isPrivate: true })

  expect(guardAuth('unauth', wanted)).toBe('/auth/login')

  expect(takeWantedHref()).toBe(wanted.href)
  expect(takeWantedHref()).toBeUndefined()
})

test('a preload leaves no wanted page behind', () => {
  expect(guardAuth('unauth', visit('/wallet/', { isPrivate: true, isPreload: true }))).toBe(
    '/auth/login',
  )

  expect(takeWantedHref()).toBeUndefined()
})

test('lets a member into the private part', () => {
  expect(guardAuth('auth', visit('/wallet/', { isPrivate: true }))).toBeUndefined()
})
