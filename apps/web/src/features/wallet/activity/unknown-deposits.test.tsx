import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { DepositRow, UnknownDeposits } from './unknown-deposits.tsx'

const deposit = {
  hash: '0xh',
  chainId: 1,
  atMs: 100_000,
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  contract: '0x12345678901234567890123456789012345bad00',
}

test('shows unknown deposits as one line with their count and no link', async () => {
  await loadTexts('token')
  const networks = [toNetwork({ chainId: 1, networkId: 1, rpcUrl: '' })]
  const html = renderToStaticMarkup(
    <UnknownDeposits deposits={[deposit, { ...deposit, hash: '0xi' }]} networks={networks} />,
  )

  expect(html).toContain('2 deposits of unknown tokens')
  expect(html.match(/<li/g)).toHaveLength(1)
  expect(html).not.toContain('<a')
})

test('shows the full contract address of an unknown deposit with a copy button', async () => {
  await loadTexts('token')
  const html = renderToStaticMarkup(<DepositRow deposit={deposit} network="Ethereum" />)

  expect(html.replaceAll(/<[^>]*>|\s/g, '')).toContain(deposit.contract)
  expect(html).toContain('aria-label="Copy contract address"')
})
