import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stringToHex } from 'viem'
import { hideBalances } from '#/features/wallet/display.ts'
import { AddToken } from '#/features/wallet/overview/add-token.tsx'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { NETWORK } from './wallet-node.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'

beforeEach(async () => {
  await startI18n()
  await loadTexts('wallet', 'token')
  queryClient.clear()
})
afterEach(() => {
  hideBalances(false)
  vi.unstubAllGlobals()
})

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** The replies of a token's contract by the selector of the call; others read the balance. */
const REPLIES: Record<string, string> = {
  '0x313ce567': word(6n),
  '0x06fdde03': stringToHex('Lantern', { size: 32 }),
  '0x95d89b41': stringToHex('LANT', { size: 32 }),
}

function stubToken(balance: bigint): void {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: { data?: string }[] }
    const selector = params[0]?.data?.slice(0, 10) ?? ''
    const results: Record<string, string> = {
      eth_chainId: `0x${NETWORK.chainId.toString(16)}`,
      eth_getCode: '0x6080',
      eth_call: REPLIES[selector] ?? word(balance),
    }
    return Response.json({ result: results[method] })
  })
}

test.each([
  ['hides', true, '••••'],
  ['shows', false, '12,345.67 LANT'],
])('%s the balance of a token to add as the member chose for balances', async (_, isHidden, as) => {
  stubToken(12_345_670_000n)
  hideBalances(isHidden)
  render(
    <QueryClientProvider client={queryClient}>
      <AddToken userId="7" address={OWN} networks={[NETWORK]} assets={[]} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add token' }))

  fireEvent.change(screen.getByLabelText('Contract address'), { target: { value: TOKEN } })

  expect(await screen.findByText(as, { exact: false })).toBeDefined()
  expect(document.body.textContent.includes('12,345')).toBe(!isHidden)
})
