import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { loadTexts } from '#/lib/i18n.ts'
import type { TransactionExplanation } from './explain-transaction.ts'
import { TransactionReview } from './transaction-review.tsx'

const CONTRACT = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const RECIPIENT = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const network = toNetwork({ chainId: 1, networkId: 1, rpcUrl: '' })
const call: TransactionExplanation = {
  outcome: { kind: 'simulated' },
  changes: [],
  approvals: [],
  called: { contract: CONTRACT, selector: '0xb3f98adc', signature: undefined, isListed: false },
  hasUnreadable: false,
}
const coin = { contract: null, symbol: 'ETH', decimals: 18, isListed: true }

beforeEach(() => loadTexts('wallet', 'review'))

const render = (change: Partial<TransactionExplanation> = {}) =>
  renderToStaticMarkup(
    <TransactionReview
      network={network}
      explanation={{ ...call, ...change }}
      acceptance={{ isAccepted: false, onChange: () => {} }}
    />,
  )

test('says that nothing moves only after a simulation in which nothing moved', () => {
  const html = render()

  expect(html).toContain('No coins or tokens move. No approvals.')
  expect(html).toContain('Tested just now')
})

test('never shows the unknown changes of an untested call as none', () => {
  const html = render({ outcome: { kind: 'not-simulated' } })

  expect(html).toContain('This couldn’t be tested')
  expect(html).toContain('We can’t tell what this changes.')
  expect(html).not.toContain('No coins or tokens move')
  expect(html).not.toContain('No approvals')
  expect(html).toContain('I know where this comes from and want to sign it anyway')
})

test('shows what an untested call states as a part of its changes', () => {
  const changes = [{ asset: coin, delta: -5n * 10n ** 17n, id: null, recipients: [] }]
  const html = render({ outcome: { kind: 'not-simulated' }, changes })

  expect(html).toContain('−0.5 ETH')
  expect(html).toContain('What we know will change')
  expect(html).toContain('It may change more than you see here.')
  expect(html).not.toContain('No approvals')
})

test('says that a simulation with an unreadable change may take more', () => {
  const html = render({ hasUnreadable: true })

  expect(html).toContain('We can’t tell what this changes.')
  expect(html).not.toContain('No coins or tokens move')
})

test('knows the changes of a transfer of the coin that calls nothing, also untested', () => {
  const changes = [{ asset: coin, delta: -5n * 10n ** 17n, id: null, recipients: [] }]
  const html = render({ outcome: { kind: 'not-simulated' }, changes, called: undefined })

  expect(html).toContain('What will change')
  expect(html).toContain('No approvals.')
  expect(html).toContain('This couldn’t be tested')
})

test('shows the full address of the recipient of what leaves the wallet', () => {
  const changes = [{ asset: coin, delta: -1n, id: null, recipients: [RECIPIENT] }]
  const shown = (html: string) => html.replace(/<[^>]*>|\s/g, '')

  expect(shown(render({ changes }))).toContain(RECIPIENT)
})
