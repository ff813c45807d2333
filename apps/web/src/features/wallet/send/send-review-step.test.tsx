import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Preview } from '#/features/wallet/chain/preview.ts'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { loadTexts } from '#/lib/i18n.ts'
import type { TransactionExplanation } from '#/features/wallet/review/explain-transaction.ts'
import { SendReviewStep } from './send-review-step.tsx'

// Mocks `Link`, which needs the routes of the running app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

const network = toNetwork({ chainId: 1, networkId: 1, rpcUrl: '' })
const asset = {
  contractId: 1,
  networkId: 1,
  chainId: 1,
  address: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
}
const transfer = {
  network,
  asset,
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  to: '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F',
  amount: 1n,
}
const fee = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, expectedPerGas: 1n }
const toContract: Preview = {
  gas: 21_000n,
  fees: { slow: fee, normal: fee, fast: fee },
  coinBefore: 10n ** 18n,
  assetBefore: 10n ** 18n,
  isToContract: true,
  revert: undefined,
}
const explanation = {
  outcome: { kind: 'simulated' },
  changes: [
    {
      asset: { contract: null, symbol: 'ETH', decimals: 18, isListed: true },
      delta: -1n,
      id: null,
      recipients: [transfer.to],
    },
  ],
  approvals: [],
  called: undefined,
  hasUnreadable: false,
} satisfies TransactionExplanation

const LOCKED = /<button[^>]* aria-disabled="true"[^>]*>(?:(?!<\/button>).)*Confirm with PIN/

/** Renders the review of a transfer to a contract in the address book. */
async function renderReview(
  isContractKnown: boolean,
  explained: TransactionExplanation = explanation,
): Promise<string> {
  await loadTexts('wallet', 'review')
  const queries = new QueryClient()
  queries.setQueryData(['preview', 1, 1, transfer.to, '1'], {
    ...toContract,
    explanation: explained,
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SendReviewStep
        back={{ label: 'Back', onPress: () => {} }}
        userId="7"
        transfer={transfer}
        coin={asset}
        name="Mina"
        recipientTrust={{ kind: 'trusted' }}
        isContractKnown={isContractKnown}
        promptForPin={async () => undefined}
        hasPasskey={false}
        isBusy={false}
        problem={undefined}
        onConfirm={() => {}}
      />
    </QueryClientProvider>,
  )
}

test('requires a confirmation for a trusted contract that never received this asset', async () => {
  const html = await renderReview(false)

  expect(html).toContain('This is a smart contract')
  expect(html).toMatch(LOCKED)
})

test('requires no confirmation for a contract that received this asset before', async () => {
  const html = await renderReview(true)

  expect(html).not.toContain('This is a smart contract')
  expect(html).not.toMatch(LOCKED)
})

test('promises that nothing else leaves the wallet only if that was tested', async () => {
  const promise = 'Nothing else leaves your wallet'
  const untested = await renderReview(true, { ...explanation, outcome: { kind: 'not-simulated' } })

  expect(await renderReview(true)).toContain(promise)
  expect(untested).not.toContain(promise)
  expect(untested).toContain('This couldn’t be tested')
})

test('shows what else a transfer takes and requires the member to accept it', async () => {
  const [own] = explanation.changes
  const other = { contract: transfer.to, symbol: 'GEM', decimals: 0, isListed: false }
  const html = await renderReview(true, {
    ...explanation,
    changes: [...(own ? [own] : []), { asset: other, delta: -3n, id: null, recipients: [] }],
  })

  expect(html).toContain('−3 GEM')
  expect(html).not.toContain('Nothing else leaves your wallet')
  expect(html).toMatch(LOCKED)
})

test('locks the signature of a transfer that fails in the simulation', async () => {
  const html = await renderReview(true, {
    ...explanation,
    changes: [],
    outcome: { kind: 'fails', reason: 'The book is closed' },
  })

  expect(html).toContain('The book is closed')
  expect(html).toMatch(LOCKED)
})
