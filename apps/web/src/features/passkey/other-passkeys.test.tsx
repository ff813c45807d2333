import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#/lib/api-error.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { OtherPasskeys, passkeysQuery, PhoneStillLoggedIn } from './other-passkeys.tsx'

// A link needs the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

beforeEach(() => loadTexts('passkey'))

test('a list of passkeys that failed to load says so, and offers to try again', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const queryFn = () => Promise.reject(new ApiError({ status: 500 }))
  await queries.prefetchQuery({ ...passkeysQuery, queryFn, retry: false })

  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <OtherPasskeys promptForPin={() => Promise.resolve(undefined)} />
    </QueryClientProvider>,
  )

  expect(html).toContain('We couldn’t load the passkeys of your other phones.')
  expect(html).toMatch(/<button.*Try again/)
})

test('after a removal the phone is said to be perhaps still logged in, and its devices are one tap away', () => {
  const html = renderToStaticMarkup(<PhoneStillLoggedIn />)

  expect(html).toMatch(/role="status".*Passkey removed/)
  expect(html).toContain('That phone may still be logged in.')
  expect(html).toContain('<a href="/more/my-page">See devices</a>')
})
