import { Code } from '@solstice/contract/codes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#/lib/api.ts'
import { ApiError } from '@solstice/ui/api-error.ts'
import { fixedTranslation, loadTexts } from '#/lib/i18n.ts'
import korean from '#/locales/ko/account.json'
import { sessionsQuery } from './api.ts'
import { endSessions, SessionList, StillLoggedIn, textsOf } from './session-list.tsx'

vi.mock('#/lib/api.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }))
beforeEach(() => void vi.mocked(call).mockReset())

// A real link would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

test('warns that devices may still be logged in after a failed log-out, and offers to change the password', async () => {
  await loadTexts('account')

  const html = renderToStaticMarkup(<StillLoggedIn endTarget="others" />)

  expect(html).toMatch(/role="alert".*We couldn’t log out your other devices/)
  expect(html).toContain('They may still be logged in.')
  expect(html).toContain('<a href="/more/password-change">Change password</a>')
})

test('offers to log out every other device, but not this one', async () => {
  await loadTexts('account')
  const at = '2026-11-15T12:00:00.000Z'
  const session = { createdAt: at, lastUsedAt: at }
  const queries = new QueryClient()
  queries.setQueryData(sessionsQuery.queryKey, [
    { ...session, sessionId: 'this', device: 'Chrome · Android', current: true },
    { ...session, sessionId: 'lost', device: 'Safari · iPhone', current: false },
    { ...session, sessionId: 'none', device: null, current: false },
  ])

  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionList />
    </QueryClientProvider>,
  )

  const buttons = Array.from(html.matchAll(/aria-label="(Log out [^"]*), last active/g))
  expect(buttons.map(([, name]) => name)).toEqual([
    'Log out Safari · iPhone',
    'Log out Unknown device',
  ])
})

const LOST = { sessionId: 'lost', device: 'Safari · iPhone' }

test.each([
  ['no answer', LOST, { status: 0 }, false],
  ['a server error', LOST, { status: 500, code: Code.SERVER_ERROR }, false],
  ['a session that has already ended', LOST, { status: 404, code: Code.NOT_FOUND }, true],
  ['no response for all other sessions', 'others', { status: 0 }, false],
] as const)(
  'returns after %s whether the device is certainly logged out: %o %o %s',
  async (...given) => {
    const [, leaving, reply, isEnded] = given
    vi.mocked(call).mockImplementation(() => Promise.reject(new ApiError(reply)))

    expect(await endSessions(leaving)).toBe(isEnded)
  },
)

test('returns true after a successful response', async () => {
  vi.mocked(call).mockImplementation(() => Promise.resolve(null))

  expect(await endSessions(LOST)).toBe(true)
})

test('names the device that could not be logged out, and offers to change the password', async () => {
  await loadTexts('account')

  const html = renderToStaticMarkup(<StillLoggedIn endTarget={LOST} />)

  expect(html).toMatch(/role="alert".*We couldn’t log out Safari · iPhone/)
  expect(html).toContain('It may still be logged in.')
  expect(html).toContain('<a href="/more/password-change">Change password</a>')
})

test('uses separate sentences for a device without a name, in both languages', async () => {
  await loadTexts('account')

  expect(textsOf({ sessionId: 'none', device: null }, fixedTranslation('en', 'account'))).toEqual({
    title: 'Log out the unknown device?',
    ended: 'Unknown device logged out',
    failed: 'We couldn’t log out the unknown device',
  })
  expect(korean.sessions).toMatchObject({
    endUnknownTitle: '알 수 없는 기기에서 로그아웃할까요?',
    endedUnknown: '알 수 없는 기기에서 로그아웃했어요.',
    endUnknownFailed: '알 수 없는 기기에서 로그아웃하지 못했어요',
  })
})
