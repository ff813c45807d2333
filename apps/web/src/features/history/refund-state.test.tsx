import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { RefundState } from './refund-state.tsx'

// A real link would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

// The settings are part of the HTML page, which is missing here.
vi.mock('#/lib/settings.ts', () => ({ webSettings: () => ({ supportEmail: 'help@example.com' }) }))

type NetworkFee = { amount: string; tokenSymbol: string } | null

async function renderRefund(networkFee: NetworkFee, more: object = {}): Promise<string> {
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
    ...more,
  } as const
  return renderToStaticMarkup(<RefundState refund={refund} chainId={31_337} />)
}

test('shows the network fee that was deducted from a refund, and no line without one', async () => {
  const html = await renderRefund({ amount: '0.42', tokenSymbol: 'USDS' })

  expect(html).toContain('Network fee')
  expect(html).toContain('0.42 USDS, deducted from the refund')
  expect(await renderRefund(null)).not.toContain('Network fee')
})

test('explains a declined refund by its note, or by the decision and the rule, and always names the contact', async () => {
  const declined = { status: 'REFUND_REJECTED', outcome: 'DECLINED' }

  const html = await renderRefund(null, declined)

  expect(html).toContain('Our team reviewed your request and couldn’t approve a refund.')
  expect(html).toContain('You can return a purchase within 7 days')
  expect(html).toContain('help@example.com')
  const noted = await renderRefund(null, { ...declined, note: 'Used on 3 June.' })
  expect(noted).toContain('Used on 3 June.')
  expect(noted).not.toContain('Our team reviewed your request')
  expect(noted).toContain('help@example.com')
})
