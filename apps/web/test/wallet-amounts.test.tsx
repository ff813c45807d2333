import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stringToHex } from 'viem'
import { hideBalances } from '#/features/wallet/display.ts'
import { AddToken } from '#/features/wallet/overview/add-token.tsx'
import { SendAmountStep } from '#/features/wallet/send/send-amount-step.tsx'
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

const PRICED = {
  contractId: 2,
  networkId: 1,
  chainId: NETWORK.chainId,
  address: TOKEN,
  symbol: 'USDS',
  name: 'Solstice Dollar',
  decimals: 6,
  logoUrl: null,
  priceUsd: '1.00',
  priceChange24h: null,
}
const UNPRICED = { ...PRICED, contractId: -1, address: OWN, symbol: 'LANT', priceUsd: null }

test('takes an amount in units of an asset without a price, also after one entered in money', () => {
  const onChosen = vi.fn()
  const holdings = [PRICED, UNPRICED].map((asset) => ({
    asset,
    network: NETWORK,
    amount: 10n ** 9n,
  }))
  render(
    <SendAmountStep
      back={{ label: '', onPress: () => undefined }}
      holdings={holdings}
      to={OWN}
      name="Friend"
      initial={{ contractId: 2, amount: undefined }}
      feeReserve={async () => 0n}
      onChosen={onChosen}
    />,
  )
  const field = () => screen.getByPlaceholderText('0')
  const unit = () => field().parentElement?.textContent
  fireEvent.click(screen.getByRole('button', { name: 'Enter in USD' }))
  expect(unit()).toBe('Amount$')

  fireEvent.click(screen.getByRole('button', { name: /^USDS/ }))
  fireEvent.click(screen.getByRole('button', { name: /^LANT/ }))
  fireEvent.change(field(), { target: { value: '5' } })

  expect(unit()).toBe('AmountLANT')
  expect(screen.queryByText('5 LANT')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  expect(onChosen).toHaveBeenCalledWith(holdings[1], 5_000_000n)
})
