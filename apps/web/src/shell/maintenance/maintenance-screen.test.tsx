import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { MaintenanceScreen } from './maintenance-screen.tsx'

test('links to the recovery page, because an installed app has no address bar', async () => {
  await loadTexts('shell')

  const html = renderToStaticMarkup(<MaintenanceScreen />)

  expect(html).toMatch(/<a [^>]*href="\/recovery\/"[^>]*>Open your wallet without our servers<\/a>/)
})
