import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { OrderProgress } from './order-progress.tsx'

// Mocks `Link`, which needs the routes of the running app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

async function renderOrder(waitsFor: 'SECOND_NODE' | null): Promise<string> {
  await loadTexts('shop')
  const address = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
  const payment = {
    payTo: address,
    payFrom: address,
    price: '5',
    tokenSymbol: 'USDS',
    tokenDecimals: 6,
    chainId: 31_337,
    contractAddress: null,
    expiresAt: '2027-06-21T12:15:00.000Z',
    txHash: `0x${'ab'.repeat(32)}`,
    confirmations: 3,
    confirmationsNeeded: 3,
    waitsFor,
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <OrderProgress
        order={{ key: 'product-1', standing: 'open', payment }}
        seen={undefined}
        back={{ label: 'Back', onPress: () => {} }}
        name="500 XP"
        gives="500 XP"
        reportPayment={() => Promise.resolve()}
        payAgain={undefined}
        onRestart={() => {}}
        onClose={() => {}}
        isClosing={false}
        later={null}
      />
    </QueryClientProvider>,
  )
}

test('explains that a payment is being double-checked and that the member need not act', async () => {
  const html = await renderOrder('SECOND_NODE')

  expect(html).toContain('Double-checking your payment')
  expect(html).toContain('500 XP will be credited once both checks agree')
  expect(await renderOrder(null)).not.toContain('Double-checking')
})
