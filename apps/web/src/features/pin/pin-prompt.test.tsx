import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { ForgotWalletPin } from './forgot-wallet-pin.tsx'
import { PinPrompt } from './pin-prompt.tsx'

beforeAll(() => loadTexts('pin'))

const RETIRED = [{ pinKeyId: 'key-1', salt: 'c2FsdA', iterations: 900_000 }]

test.each([
  ['a set-aside copy', { isOld: true }],
  ['the wallet of a signed-out member', { isCurrent: true }],
])('the prompt for %s offers an alternative to its PIN', (_label, options) => {
  const html = renderToStaticMarkup(
    <PinPrompt
      purpose="WALLET_USE"
      retired={RETIRED}
      {...options}
      onResult={() => {}}
      onLocked={() => {}}
      onNotSet={() => {}}
    />,
  )

  expect(html).toContain('Forgot your PIN?')
})

test('the page for a forgotten PIN of such a wallet links to the recovery page and promises no new PIN', () => {
  const html = renderToStaticMarkup(<ForgotWalletPin titleId="title" onTryAgain={() => {}} />)

  expect(html).toContain('the PIN you last used for it on this phone')
  expect(html).toMatch(/<a [^>]*href="\/recovery\/"/)
  expect(html).not.toContain('new PIN')
})
