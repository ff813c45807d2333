import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PaymentReview } from '#/features/wallet/payment/payment-review.tsx'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { vault } from '#/vault/vault.ts'
import type { Opening } from '#/vault/vault.ts'
import { openerWithPin, OPENING } from './open-connections.tsx'
import { approvalLog, NETWORK, stubNode, transferLog } from './wallet-node.ts'
import type { StubbedNode } from './wallet-node.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SHOP = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const asset = {
  contractId: 2,
  networkId: 1,
  chainId: NETWORK.chainId,
  address: TOKEN,
  symbol: 'USDS',
  name: 'Dollar',
  decimals: 6,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
}
const AMOUNT = 5_000_000n
const ONLY_THIS = transferLog({ token: TOKEN, from: OWN, to: SHOP, amount: AMOUNT })
const nothing = () => {}

let node: StubbedNode

beforeEach(async () => {
  await startI18n()
  await loadTexts('wallet', 'review')
  queryClient.clear()
  node = stubNode()
  node.codes = { [TOKEN.toLowerCase()]: '0x6080' }
  node.logs = [ONLY_THIS]
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Shows the review of a payment; the PIN is entered when `enterPin` is called. */
async function showReview() {
  const pin = Promise.withResolvers<Opening | undefined>()
  const opener = { ...openerWithPin(), byPin: vi.fn(() => pin.promise) }
  const holding = { network: NETWORK, asset, amount: 10n ** 12n }
  const payable = {
    order: 'order-1',
    chainId: NETWORK.chainId,
    contract: TOKEN,
    payFrom: OWN,
    payTo: SHOP,
    price: '5',
  }
  const rootRoute = createRootRoute({
    component: () => (
      <PaymentReview
        wallet={{ userId: '7', address: OWN }}
        back={{ label: 'Back', onPress: nothing }}
        opener={opener}
        payable={payable}
        title="Pay"
        about={null}
        otherwise={null}
        holding={holding}
        coin={undefined}
        amount={AMOUNT}
        failedHash={undefined}
        isStillPayable={async () => true}
        onPaid={nothing}
      />
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const confirm = await screen.findByRole('button', { name: 'Confirm with PIN' })
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(confirm)
  await waitFor(() => expect(opener.byPin).toHaveBeenCalledOnce())
  return { enterPin: () => act(async () => pin.resolve(OPENING)), confirm }
}

const CHANGED = 'What this does has changed meanwhile. Check it again before you confirm.'

test.each([
  [
    'takes something else as well',
    () => transferLog({ token: SHOP, from: OWN, to: SHOP, amount: 3n }),
    'Not on our list. Anyone can choose this name.',
  ],
  [
    'lets somebody take tokens',
    () => approvalLog({ token: TOKEN, owner: OWN, spender: SHOP, amount: 7n }),
    'This address may take it:',
  ],
])('shows the review again and signs nothing if a transfer meanwhile %s', async (_, log, shown) => {
  const sign = vi.spyOn(vault, 'signTransaction').mockRejectedValue(new Error('Must not sign'))
  const { enterPin, confirm } = await showReview()
  node.logs = [ONLY_THIS, log()]

  await enterPin()

  expect(await screen.findByText(CHANGED)).toBeDefined()
  expect(await screen.findByText(shown, { exact: false })).toBeDefined()
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  expect(sign).not.toHaveBeenCalled()
})

test('signs a transfer that still does what the review showed', async () => {
  const sign = vi.spyOn(vault, 'signTransaction').mockRejectedValue(new Error('No key here'))
  const { enterPin } = await showReview()

  await enterPin()

  await waitFor(() => expect(sign).toHaveBeenCalledOnce())
  expect(screen.queryByText(CHANGED)).toBeNull()
})
