import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { CodeNotSent } from './reset-email-screen.tsx'

// A real link would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

test('shows that the code was not sent when a reset could not start', async () => {
  await loadTexts('account')

  const html = renderToStaticMarkup(<CodeNotSent />)

  expect(html).toContain('Failed to send password reset link.')
  expect(html).toContain('We couldn’t email you a code. Check the address and try again.')
})
