import { encodeAction } from '@solstice/rules/signing/contract-action'
import type { ShownAction } from '@solstice/rules/signing/contract-action'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { assetsListQuery, networksQuery, toNetwork } from '#/features/wallet/chain/networks.ts'
import { keepOrderPayment } from '#/features/wallet/chain/order-payment.ts'
import type { TransactionExplanation } from '#/features/wallet/review/explain-transaction.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { ActionScreen } from './action-screen.tsx'
import type { ActionPreview } from './preview-action.ts'

// Mocks `Link`, which needs the routes of the running app.
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FORMER = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const ORDER = 'mission-2-15'
const network = toNetwork({ chainId: 31_337, networkId: 1, rpcUrl: 'http://node' })
const coin = {
  contractId: 1,
  networkId: 1,
  chainId: 31_337,
  address: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
}
const action: ShownAction = {
  contract: '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213',
  name: 'Guest book',
  effect: 'One new line in the book',
  function: 'sign(string line)',
  arguments: [{ kind: 'FIXED', value: 'Clear skies' }],
  value: '0',
}
const fee = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, expectedPerGas: 1n }
const harmless: TransactionExplanation = {
  outcome: { kind: 'simulated' },
  changes: [],
  approvals: [],
  called: { contract: action.contract, selector: '0x', signature: undefined, isListed: false },
  hasUnreadable: false,
}
const LOCKED = /<button[^>]* aria-disabled="true"[^>]*>(?:(?!<\/button>).)*Sign with PIN/

beforeEach(async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  await loadTexts('wallet', 'review')
})

const nothing = async () => undefined

function render(
  explanation: TransactionExplanation = harmless,
  offered: ShownAction = action,
): string {
  const queries = new QueryClient()
  queries.setQueryData(networksQuery.queryKey, [network])
  queries.setQueryData(assetsListQuery.queryKey, [coin])
  const data = encodeAction(action, OWN, {})
  const preview: ActionPreview = {
    explanation,
    fees: { slow: fee, normal: fee, fast: fee },
    gas: 60_000n,
    coinBefore: 10n ** 18n,
  }
  queries.setQueryData(['action', network.chainId, action.contract, data, '0'], preview)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <ActionScreen
        wallet={{ userId: '7', address: OWN }}
        opener={{
          byPin: nothing,
          byPasskey: nothing,
          pinKey: nothing,
          pinToRegister: nothing,
          openToRegister: nothing,
          pinForAddressBook: nothing,
          canUsePasskey: async () => false,
          dismiss: () => {},
        }}
        order={ORDER}
        title="Sign the guest book"
        chainId={network.chainId}
        action={offered}
        back={{ label: 'Back', onPress: () => {} }}
        isClaiming={false}
        onFinal={() => {}}
      />
    </QueryClientProvider>,
  )
}

function keepCallOf(from: string): void {
  keepOrderPayment('7', ORDER, {
    hash: `0x${'ab'.repeat(32)}`,
    raw: '0x02',
    chainId: network.chainId,
    nonce: 0,
    from,
    to: action.contract,
    amount: '0',
    decimals: 18,
    symbol: 'ETH',
    contract: null,
    data: '0xb3f98adc',
    gas: '60000',
    maxFeePerGas: '2',
    maxPriorityFeePerGas: '1',
    sentAtMs: 0,
    kind: 'send',
    isReported: true,
  })
}

test('follows the call that this wallet signed', () => {
  keepCallOf(OWN)

  expect(render()).toContain('Waiting for confirmation')
})

test('offers the call again to a wallet that replaced the one that signed it', () => {
  keepCallOf(FORMER)
  const html = render()

  expect(html).not.toContain('Waiting for confirmation')
  expect(html).toContain('Sign with PIN')
  expect(html).not.toMatch(LOCKED)
})

test('names the contract, its function and the tested effect before the signature', () => {
  const html = render()

  expect(html).toContain('One new line in the book')
  expect(html).toContain('No tokens move, no approvals')
  expect(html).toContain('0xB04B')
  expect(html).toContain('sign(string line)')
  expect(html).toContain('Clear skies')
  expect(html).not.toMatch(LOCKED)
})

test('says plainly that nothing was tested, shows no balances then, and offers no signature', () => {
  const html = render({ ...harmless, outcome: { kind: 'not-simulated' } })

  expect(html).toContain('This couldn’t be tested')
  expect(html).not.toContain('No tokens move')
  expect(html).not.toContain('What will change')
  expect(html).not.toMatch(/\b0 ETH/)
  expect(html).toMatch(LOCKED)
})

test.each([
  ['sends more coin than any mission may', { value: '10000000000000001' }],
  ['approves tokens by its name', { function: 'approve(address spender, uint256 amount)' }],
  ['cannot be read', { function: 'sign(tuple line)' }],
  ['has another number of arguments', { arguments: [] }],
])('refuses a call that %s, whatever the server replied', (_, change) => {
  const html = render(harmless, { ...action, ...change })

  expect(html).toContain('We never sign a call like this')
  expect(html).not.toContain('Sign with PIN')
})
