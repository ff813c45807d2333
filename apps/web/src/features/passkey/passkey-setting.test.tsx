import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { PasskeySetting, followOthers } from './passkey-setting.tsx'

// The vault needs a browser worker, which is missing here.
vi.mock('#/vault/vault.ts', () => ({ findWallet: async () => undefined, vault: {} }))

const LOST = { credentialId: 'BAUG', salt: 'c2FsdA', createdAt: '2026-10-02T03:00:00.000Z' }

beforeAll(() => loadTexts('passkey'))

/** Renders without a passkey offer, because passkey support is unknown on the first render. */
function settingWith(passkeys: (typeof LOST)[]): string {
  const queries = new QueryClient()
  queries.setQueryData(['passkeys'], passkeys)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <PasskeySetting user={{ id: '7', name: 'MinaHarbor' }} promptForPin={async () => undefined} />
    </QueryClientProvider>,
  )
}

test('lets a member remove the passkey of a lost phone on a phone without passkey support', () => {
  const html = settingWith([LOST])

  expect(html).toContain('Passkey on another phone')
  expect(html.match(/aria-label="Remove the passkey added/g)).toHaveLength(1)
  expect(html).not.toContain('role="switch"')
})

test('shows no setting on a phone without passkey support when the account has no passkey', () => {
  expect(settingWith([])).toBe('')
})

const LISTED = { isListed: true, isError: false }
const EMPTY = { isListed: false, isError: false }
const FAILED = { isListed: false, isError: true }

test.each([
  ['a list that failed and was then read as empty', [FAILED, EMPTY], [true, false]],
  ['a list whose last passkey was removed', [LISTED, EMPTY], [true, true]],
])('shows the passkeys of other phones after %s', (_, reads, shown) => {
  let hasOthers = false
  const seen = reads.map((read) => {
    const others = followOthers(hasOthers, read)
    hasOthers = others.hasOthers
    return others.isShown
  })

  expect(seen).toEqual(shown)
})
