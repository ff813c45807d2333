import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelayReviewStep } from '#/features/wallet/send/relay-review-step.tsx'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { openerWithPin } from './open-connections.tsx'
import { mockReply } from './replies.ts'
import { NETWORK, stubNode } from './wallet-node.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const RELAY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nothing = () => {}

beforeEach(async () => {
  await startI18n()
  await loadTexts('wallet', 'relay', 'review')
  queryClient.clear()
  mockReply('relay.offer', {
    offer: 'READY',
    quota: 2,
    used: 0,
    resetsAt: '2026-06-30T20:00:00.000Z',
    heldUntil: null,
    signed: {
      relay: RELAY,
      permit: { name: 'Dollar', version: '1', nonce: '0' },
      deadline: Math.floor(Date.now() / 1000) + 600,
      fee: '0.001',
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('locks the signature and shows no terms if the contract is not the one that the app knows', async () => {
  stubNode().codes = { [TOKEN.toLowerCase()]: '0x6080', [RELAY.toLowerCase()]: '0x6080' }
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
  const rootRoute = createRootRoute({
    component: () => (
      <RelayReviewStep
        back={{ label: 'Back', onPress: nothing }}
        userId="7"
        transfer={{ network: NETWORK, asset, from: OWN, to: FRIEND, amount: 5n }}
        coin={undefined}
        name={undefined}
        recipientTrust={{ kind: 'trusted' }}
        isContractKnown
        silent={[]}
        onRetry={undefined}
        opener={openerWithPin()}
        hasPasskey={false}
        onSigned={nothing}
      />
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )

  expect(await screen.findByText('We couldn’t verify what you would sign')).toBeDefined()
  expect(await screen.findByText('Nothing else leaves, no approvals stay')).toBeDefined()
  const confirm = screen.getByRole('button', { name: 'Confirm with PIN' })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByText('1 of 2 this month')).toBeNull()
})
