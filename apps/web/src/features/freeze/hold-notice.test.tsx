import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { Paused } from './hold-notice.tsx'

// A real link would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

beforeAll(() => loadTexts('freeze'))

const HOUR_MS = 3_600_000

test.each([
  ['PASSWORD_RESET', 'Your password was reset on'],
  ['PIN_REPLACED', 'A new PIN was set without the old one on'],
  ['WALLET_CHANGED', 'A different wallet was connected on'],
] as const)('shows for a pause after %s what happened, when, and what to do', (reason, event) => {
  const untilMs = Date.now() + 10 * HOUR_MS
  const until = new Date(untilMs).toISOString()

  const html = renderToStaticMarkup(<Paused reason={reason} until={until} />)

  expect(html).toContain(`${event} ${formatOwnMinute(untilMs - 48 * HOUR_MS)}.`)
  expect(html).toContain('If this wasn’t you, change your password now.')
  expect(html).toContain('href="/more/password-change"')
})
