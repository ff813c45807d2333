import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { RefundState } from './refund-state.tsx'

// A link needs the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

type NetworkFee = { amount: string; tokenSymbol: string } | null

async function renderRefund(networkFee: NetworkFee): Promise<string> {
  await loadTexts('history')
  const refund = {
    type: 'UNCREDITED',
    reason: null,
    status: 'REFUND_COMPLETED',
    outcome: 'REFUNDED',
    note: null,
    networkFee,
    txHash: null,
    requestedAt: '2027-06-21T12:00:00.000Z',
    decidedAt: '2027-06-21T12:01:00.000Z',
  } as const
  return renderToStaticMarkup(<RefundState refund={refund} chainId={31_337} />)
}

test('shows the network fee that was deducted from a refund, and no line where none was', async () => {
  const html = await renderRefund({ amount: '0.42', tokenSymbol: 'USDS' })

  expect(html).toContain('Network fee')
  expect(html).toContain('0.42 USDS, deducted from the refund')
  expect(await renderRefund(null)).not.toContain('Network fee')
})
