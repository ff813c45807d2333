import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { CodeNotSent } from './reset-email-screen.tsx'

// A link needs the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

test('a reset that could not begin speaks of the code that was not sent', async () => {
  await loadTexts('account')

  const html = renderToStaticMarkup(<CodeNotSent />)

  expect(html).toContain('Failed to send password reset link.')
  expect(html).toContain('We couldn’t email you a code. Check the address and try again.')
})
