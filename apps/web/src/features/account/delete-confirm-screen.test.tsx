import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { UnconfirmedDeletion } from './delete-confirm-screen.tsx'

test('shows after a missing response that the account may be deleted, and leads to the log-in', async () => {
  await loadTexts('account')

  const html = renderToStaticMarkup(<UnconfirmedDeletion onLogIn={() => {}} />)

  expect(html).toContain('An error occurred while processing account deletion.')
  expect(html).toContain('Your account may already be deleted. Log in again to check.')
  expect(html).toMatch(/<button.*Log in again/)
})
