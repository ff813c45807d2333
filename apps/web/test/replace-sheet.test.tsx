import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReplaceSheet } from '#/features/wallet/activity/replace-sheet.tsx'
import type { TransactionDetail } from '#/features/wallet/chain/transaction.ts'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { openerWithPin } from './open-connections.tsx'
import { approvalLog, NETWORK, stubNode } from './wallet-node.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOOK = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const OTHER = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const signed = {
  hash: '0x01',
  from: OWN,
  nonce: 3,
  to: BOOK,
  amount: 0n,
  data: '0xb3f98adc',
  asset: { address: null, symbol: 'ETH', decimals: 18, priceUsd: null },
  gas: 60_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
} as const
const nothing = () => {}

afterEach(() => vi.unstubAllGlobals())

test('has another effect of a faster call accepted again', async () => {
  const node = stubNode()
  const approvalOf = (spender: string) =>
    approvalLog({ token: BOOK, owner: OWN, spender, amount: 7n })
  node.logs = [approvalOf(OTHER)]
  await startI18n()
  await loadTexts('wallet', 'review')
  queryClient.clear()
  // The sheet reads only the network and the hash.
  const detail = { network: NETWORK, transaction: { hash: '0x01' } } as unknown as TransactionDetail
  render(
    <QueryClientProvider client={queryClient}>
      <ReplaceSheet
        replacement={{ kind: 'speed-up', signed }}
        signed={signed}
        name={undefined}
        userId="7"
        detail={detail}
        assets={[]}
        coin={undefined}
        opener={openerWithPin()}
        onClose={nothing}
        onReplaced={nothing}
      />
    </QueryClientProvider>,
  )
  const isLocked = () =>
    screen.getByRole('button', { name: 'Confirm with PIN' }).getAttribute('aria-disabled') ===
    'true'
  fireEvent.click(await screen.findByRole('checkbox'))
  await vi.waitFor(() => expect(isLocked()).toBe(false))

  node.logs = [approvalOf(OTHER), approvalOf(BOOK)]
  await act(() => queryClient.refetchQueries({ queryKey: ['replacement-review'] }))

  await vi.waitFor(() =>
    expect(screen.getAllByText('May take up to', { exact: false })).toHaveLength(2),
  )
  expect(isLocked()).toBe(true)
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
})
