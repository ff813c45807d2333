import { expect, test } from 'vitest'
import { isLogInNext } from './show-log-in.ts'

type Given = {
  url?: string
  stored?: Record<string, string>
  isSecure?: boolean
  mode?: string
}

function isShown({ url = 'http://localhost/auth/login', stored = {}, ...given }: Given): boolean {
  const { isSecure = true, mode = 'browser' } = given
  const page = {
    location: new URL(url),
    navigator: {},
    isSecureContext: isSecure,
    matchMedia: (query: string) => ({ matches: query === `(display-mode: ${mode})` }),
  }
  return isLogInNext(page, { getItem: (key) => stored[key] ?? null }, ['localhost'])
}

test.each(['/auth/login', '/auth/login/', '/', '/home', '/home/', '/auth/login?ref=ABCD2345'])(
  'shows the prerendered log-in to a visitor at %s',
  (path) => {
    expect(isShown({ url: `http://localhost${path}` })).toBe(true)
  },
)

test.each(['/auth/signup', '/auth/login/other', '/homes', '/status', '/recovery'])(
  'shows no prerendered log-in at %s',
  (path) => {
    expect(isShown({ url: `http://localhost${path}` })).toBe(false)
  },
)

test('shows no prerendered log-in to a member whose session is restored', () => {
  expect(isShown({ stored: { keepLoggedIn: 'true' } })).toBe(false)
  expect(isShown({ stored: { keepLoggedIn: 'yes' } })).toBe(true)
})

test('shows no prerendered log-in during maintenance', () => {
  const store = (isMaintenanceMode: boolean) => ({
    'maintenance-store': JSON.stringify({ isMaintenanceMode, source: 'remote' }),
  })
  expect(isShown({ stored: store(true) })).toBe(false)
  expect(isShown({ stored: store(false) })).toBe(true)
})

test('shows no prerendered log-in on an insecure page, where the app refuses to start', () => {
  expect(isShown({ isSecure: false })).toBe(false)
})

test('shows the prerendered log-in outside preview hosts only in the installed app', () => {
  const url = 'https://app.solstice.example/'
  expect(isShown({ url })).toBe(false)
  expect(isShown({ url, mode: 'standalone' })).toBe(true)
})
