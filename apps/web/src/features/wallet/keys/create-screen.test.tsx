import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { CreateScreen } from './create-screen.tsx'
import { makeDraft } from './draft.ts'

vi.mock('#/vault/vault.ts', () => ({
  vault: { draft: async () => ({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }) },
}))

const nothing = async () => undefined
const opener: Opener = {
  byPin: nothing,
  canUsePasskey: async () => false,
  byPasskey: nothing,
  dismiss: () => {},
  pinKey: nothing,
  pinToRegister: nothing,
  openToRegister: nothing,
  pinForAddressBook: nothing,
}

test('continues with the words of a wallet that was being created when the app was locked', async () => {
  await loadTexts('wallet')
  await makeDraft()

  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <CreateScreen
        userId="42"
        isLocked={() => false}
        back={{ label: 'Back', onPress: () => {} }}
        opener={opener}
      />
    </QueryClientProvider>,
  )

  expect(html).toContain('I wrote them down')
})
