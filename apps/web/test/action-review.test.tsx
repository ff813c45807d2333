import type { ShownAction } from '@solstice/rules/signing/contract-action'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ActionScreen } from '#/features/wallet/action/action-screen.tsx'
import { assetsListQuery, networksQuery } from '#/features/wallet/chain/networks.ts'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { vault } from '#/vault/vault.ts'
import { openerWithPin, OPENING } from './open-connections.tsx'
import { NETWORK, stubNode } from './wallet-node.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const action: ShownAction = {
  contract: '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213',
  name: 'Guest book',
  effect: 'One new line in the book',
  function: 'sign(string line)',
  arguments: [{ kind: 'FIXED', value: 'Clear skies' }],
  value: '0',
}
const nothing = () => {}

beforeEach(async () => {
  await startI18n()
  await loadTexts('wallet', 'review')
  queryClient.clear()
  queryClient.setQueryData(networksQuery.queryKey, [NETWORK])
  queryClient.setQueryData(assetsListQuery.queryKey, [])
  stubNode().codes = { [action.contract.toLowerCase()]: '0x6080' }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a member whose passkey fails signs the call of a mission with the PIN', async () => {
  const opener = {
    ...openerWithPin(),
    canUsePasskey: async () => true,
    byPasskey: vi.fn().mockRejectedValue(new Error('The passkey does not respond')),
    byPin: vi.fn(async () => OPENING),
  }
  const sign = vi.spyOn(vault, 'signTransaction').mockRejectedValue(new Error('No key here'))
  const rootRoute = createRootRoute({
    component: () => (
      <ActionScreen
        wallet={{ userId: '7', address: OWN }}
        opener={opener}
        order="mission-2-15"
        title="Sign the guest book"
        chainId={NETWORK.chainId}
        action={action}
        back={{ label: 'Back', onPress: nothing }}
        isClaiming={false}
        onFinal={nothing}
      />
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const byPasskey = await screen.findByRole('button', { name: 'Confirm with passkey' })
  await waitFor(() => expect(byPasskey.getAttribute('aria-disabled')).not.toBe('true'))

  fireEvent.click(byPasskey)
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(sign).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByRole('button', { name: 'Use PIN instead' }))

  await waitFor(() => expect(sign).toHaveBeenCalledOnce())
  expect(opener.byPin).toHaveBeenCalledOnce()
})
