import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { FirstRewardDialog } from './first-reward-dialog.tsx'

// A real link would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: string }) => children,
}))

test('celebrates the first reward with its amount, its round and a link to the wallet', async () => {
  await loadTexts('moment')

  const html = renderToStaticMarkup(
    <FirstRewardDialog round={1} amount="9.82" symbol="USDS" onClose={() => {}} />,
  )

  const content = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(content).toContain('Your first reward is in your wallet')
  expect(content).toContain('+9.82 USDS')
  expect(content).toContain('You earned it in round 1.')
  expect(content).toContain('See it in my wallet')
})
