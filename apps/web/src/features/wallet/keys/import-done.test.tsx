import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { ImportDone } from './import-done.tsx'

/** Mocks the router, which needs a running app. */
vi.mock('@tanstack/react-router', () => ({ Link: () => <a href="/wallet/">Go to wallet</a> }))

test.each([true, false])(
  'prompts for the passkey again if the import sealed the wallet without it: %s',
  async (hasLostPasskey) => {
    await loadTexts('wallet')

    const html = renderToStaticMarkup(<ImportDone hasLostPasskey={hasLostPasskey} />)

    expect(html.includes('Your passkey doesn’t open this wallet.')).toBe(hasLostPasskey)
  },
)
