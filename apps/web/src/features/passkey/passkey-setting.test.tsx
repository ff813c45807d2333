import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { PasskeySetting, followOthers } from './passkey-setting.tsx'

// The vault needs the worker of a browser.
vi.mock('#/vault/vault.ts', () => ({ findWallet: async () => undefined, vault: {} }))

const LOST = { credentialId: 'BAUG', salt: 'c2FsdA', createdAt: '2026-10-02T03:00:00.000Z' }

beforeAll(() => loadTexts('passkey'))

/** Whether the phone supports passkeys is not known on the first render, so none is offered. */
function settingWith(passkeys: (typeof LOST)[]): string {
  const queries = new QueryClient()
  queries.setQueryData(['passkeys'], passkeys)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <PasskeySetting user={{ id: '7', name: 'MinaHarbor' }} promptForPin={async () => undefined} />
    </QueryClientProvider>,
  )
}

test('the passkey of a lost phone can be removed on a phone without passkey support', () => {
  const html = settingWith([LOST])

  expect(html).toContain('Passkey on another phone')
  expect(html.match(/aria-label="Remove the passkey added/g)).toHaveLength(1)
  expect(html).not.toContain('role="switch"')
})

test('a phone without passkey support shows no setting if the account has no passkey', () => {
  expect(settingWith([])).toBe('')
})

const LISTED = { isListed: true, isError: false }
const EMPTY = { isListed: false, isError: false }
const FAILED = { isListed: false, isError: true }

test.each([
  ['a list that failed and was then read as empty', [FAILED, EMPTY], [true, false]],
  ['a list whose last passkey was removed', [LISTED, EMPTY], [true, true]],
])('passkeys of other phones follow %s', (_, reads, shown) => {
  let hasOthers = false
  const seen = reads.map((read) => {
    const others = followOthers(hasOthers, read)
    hasOthers = others.hasOthers
    return others.isShown
  })

  expect(seen).toEqual(shown)
})
