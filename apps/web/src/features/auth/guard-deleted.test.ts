import { expect, test, vi } from 'vitest'
import { guardDeleted } from './guard.ts'

const visit = (href: string, isPreload = false) => ({
  pathname: href.split('?')[0] ?? '',
  href,
  isPrivate: true,
  isPreload,
})

test('allows a deleted account to see only its confirmation', () => {
  const forceLogout = vi.fn(async () => undefined)
  const deleted = { phase: 'deleted', forceLogout } as const

  expect(guardDeleted(deleted, visit('/more/delete-account?step=deleted'))).toBeUndefined()
  expect(guardDeleted(deleted, visit('/more/delete-account/?step=deleted'))).toBeUndefined()
  expect(forceLogout).not.toHaveBeenCalled()

  expect(guardDeleted(deleted, visit('/more/delete-account?step=confirm'))).toBe('/auth/login')
  expect(guardDeleted(deleted, visit('/home'))).toBe('/auth/login')
  expect(forceLogout).toHaveBeenCalledTimes(2)
})

test('does not sign out on a preload, and lets an existing account go anywhere', () => {
  const forceLogout = vi.fn(async () => undefined)

  guardDeleted({ phase: 'deleted', forceLogout } as const, visit('/home', true))
  expect(guardDeleted({ phase: 'open', forceLogout }, visit('/home'))).toBeUndefined()

  expect(forceLogout).not.toHaveBeenCalled()
})
