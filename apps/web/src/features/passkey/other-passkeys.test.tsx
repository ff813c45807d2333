import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { OtherPasskeys, passkeysQuery, PhoneStillLoggedIn } from './other-passkeys.tsx'

// A real link would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

beforeEach(() => loadTexts('passkey'))

test('shows that the list of passkeys failed to load, and offers to retry', async () => {
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

test('warns after a removal that the phone may still be logged in, and links to the devices', () => {
  const html = renderToStaticMarkup(<PhoneStillLoggedIn />)

  expect(html).toMatch(/role="status".*Passkey removed/)
  expect(html).toContain('That phone may still be logged in.')
  expect(html).toContain('<a href="/more/my-page">See devices</a>')
})
