import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shortAddress } from '#/features/wallet/address.ts'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { SendAmountStep } from './send-amount-step.tsx'

const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const network = toNetwork({ chainId: 1, networkId: 1, rpcUrl: '' })
const listed = {
  contractId: 2,
  networkId: 1,
  chainId: 1,
  address: TOKEN,
  symbol: 'USDS',
  name: 'Solstice Dollar',
  decimals: 6,
  logoUrl: null,
  priceUsd: '1.00',
  priceChange24h: null,
}

test.each([
  ['shows the address of a token that the member added', { ...listed, contractId: -1 }, true],
  ['shows no address of a listed token', listed, false],
])('the asset selection %s', async (_, asset, isNamed) => {
  await loadTexts('wallet')
  const html = renderToStaticMarkup(
    <SendAmountStep
      back={{ label: '', onPress: () => undefined }}
      holdings={[{ asset, network, amount: 1n }]}
      to="0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F"
      name={undefined}
      initial={{ contractId: undefined, amount: undefined }}
      feeReserve={async () => 0n}
      onChosen={() => undefined}
    />,
  )

  expect(html.includes(shortAddress(TOKEN))).toBe(isNamed)
})
