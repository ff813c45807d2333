import { expect, test } from 'vitest'
import { guardAuth } from '#/features/auth/guard.ts'
import { receiveDeepLink } from '#/shell/deep-link.ts'
import { takeHrefAfterLogin } from './-after-login.ts'

const want = (href: string) =>
  guardAuth('unauth', { pathname: href, href, isPrivate: true, isPreload: false })

function openWithLink(): void {
  const link = JSON.stringify({ code: 'REWARD', data: {}, timestamp: Date.now() })
  receiveDeepLink({
    location: { href: `https://app.example/?notification=${encodeURIComponent(link)}` },
    history: { state: null, replaceState: () => {} },
  } as unknown as Window)
}

test('who comes in goes where a notification led, else to the wanted page, else home', () => {
  expect(takeHrefAfterLogin()).toBe('/home')
  want('/rewards')
  expect(takeHrefAfterLogin()).toBe('/rewards')
  openWithLink()
  expect(takeHrefAfterLogin()).toBe('/wallet')
})

test('what was not followed at one log-in is not followed at the next', () => {
  want('/rewards')
  openWithLink()
  expect(takeHrefAfterLogin()).toBe('/wallet')

  expect(takeHrefAfterLogin()).toBe('/home')
})
