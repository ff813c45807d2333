import { beforeEach, expect, test, vi } from 'vitest'
import { guardAuth } from '#/features/auth/guard.ts'
import { loseSessionAt } from '#/features/auth/lost-session.ts'
import { useAuth } from '#/features/auth/store.ts'
import { ApiError } from '@solstice/ui/api-error.ts'
import { useToast } from '#/lib/toast.ts'
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

test("leads a member after log-in to the notification's target, or the requested page, or home", () => {
  expect(takeHrefAfterLogin()).toBe('/home')
  want('/rewards')
  expect(takeHrefAfterLogin()).toBe('/rewards')
  openWithLink()
  expect(takeHrefAfterLogin()).toBe('/wallet')
})

test('does not follow at the next log-in a target that was ignored at the previous one', () => {
  want('/rewards')
  openWithLink()
  expect(takeHrefAfterLogin()).toBe('/wallet')

  expect(takeHrefAfterLogin()).toBe('/home')
})

const HREF = '/rewards/dashboard/2/history/17'
const EXPIRED = new ApiError({ status: 401, code: 9993, msg: 'Your session has expired.' })
const MINA = {
  userId: 1,
  email: 'mina@harbor.example',
  nickname: 'Mina',
  walletAddress: null,
  hasPin: true,
  language: 'en' as const,
}
const JOON = { ...MINA, userId: 2, email: 'joon@harbor.example', nickname: 'Joon' }

/** The server's reply to a log-out. */
let ended: Promise<void>
const fetched = vi.fn<(path: string) => Promise<Response>>(async () => {
  await ended
  return Response.json({ code: 0, success: true, msg: '', data: null })
})

beforeEach(() => {
  ended = Promise.resolve()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})

test.each([
  ['the same member back', MINA, HREF],
  ['another member home', JOON, '/home'],
])('leads %s at the log-in after an expired session', async (_name, member, href) => {
  const { login } = useAuth.getState()
  await login({ member: MINA })
  await loseSessionAt(useAuth, HREF, EXPIRED)

  await login({ member })

  expect(takeHrefAfterLogin()).toBe(href)
})

test('leads a member back who logs in while the lost session is still ending', async () => {
  const { login } = useAuth.getState()
  await login({ member: MINA })
  const reply = Promise.withResolvers<void>()
  ended = reply.promise

  const lost = loseSessionAt(useAuth, HREF, EXPIRED)
  await login({ member: MINA })

  expect(takeHrefAfterLogin()).toBe(HREF)
  reply.resolve()
  await lost
})

test('stores no return address, shows no toast and logs out only once if a call is refused during a log-out', async () => {
  const { login, logout } = useAuth.getState()
  await login({ member: MINA })
  useToast.setState({ current: undefined })
  const reply = Promise.withResolvers<void>()
  ended = reply.promise

  const left = logout()
  const lost = loseSessionAt(useAuth, HREF, EXPIRED)
  reply.resolve()
  await Promise.all([left, lost])

  expect(useToast.getState().current).toBeUndefined()
  expect(fetched).toHaveBeenCalledOnce()
  await login({ member: MINA })
  expect(takeHrefAfterLogin()).toBe('/home')
})
