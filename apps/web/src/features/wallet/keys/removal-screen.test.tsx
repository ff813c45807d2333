import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { assetsKey } from '#/features/wallet/chain/assets.ts'
import { assetsListQuery, networksQuery, toNetwork } from '#/features/wallet/chain/networks.ts'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import { ApiError } from '@solstice/ui/api-error.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { memberKey } from '#/lib/storage.ts'
import type { Translate } from '#/lib/texts.ts'
import { RemovalScreen, removalProblem } from './removal-screen.tsx'

const t: Translate<'wallet'> = (key) => `<${key}>`
const unanswered = new ApiError({ status: 0 })

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NETWORK = toNetwork({ chainId: 1, networkId: 1, rpcUrl: '', networkName: 'Ethereum' })
const COIN: Asset = {
  contractId: 1,
  networkId: 1,
  chainId: 1,
  address: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  logoUrl: null,
  priceUsd: '3000.00',
  priceChange24h: null,
}
const ADDED: Asset = {
  ...COIN,
  contractId: -1,
  address: '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213',
  symbol: 'TIDE',
  name: 'Tide Token',
  priceUsd: null,
}

test('explains how to verify a disconnection without a response, but not other removals', () => {
  expect(removalProblem('disconnect', unanswered, t)).toBe(
    '<removal.disconnect.failed> <removal.disconnect.unconfirmed>',
  )
  expect(removalProblem('remove', unanswered, t)).toBe('<problem.server>')
  expect(removalProblem('disconnect', new Error('storage'), t)).toBe('<problem.fault>')
})

test('lists added tokens without a price in the balance before a removal', async () => {
  await loadTexts('wallet')
  const kept = new Map([[memberKey('tokens', '7'), JSON.stringify([ADDED])]])
  const getItem = (key: string) => kept.get(key) ?? null
  vi.stubGlobal('window', { localStorage: { getItem } })
  const queries = new QueryClient()
  queries.setQueryData(networksQuery.queryKey, [NETWORK])
  queries.setQueryData(assetsListQuery.queryKey, [COIN])
  queries.setQueryData(assetsKey(1, OWN), new Map([[1, 0n]]))
  queries.setQueryData([...assetsKey(1, OWN), ADDED.address], 12n * 10n ** 18n)
  const nothing = async () => undefined
  const opener = {
    byPin: nothing,
    byPasskey: nothing,
    canUsePasskey: async () => false,
    dismiss: () => undefined,
  }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <RemovalScreen
        kind="remove"
        userId="7"
        address={OWN}
        isHere
        back={{ label: '', onPress: () => undefined }}
        opener={opener}
        onSeeWords={() => undefined}
        onConfirmed={async () => true}
      />
    </QueryClientProvider>,
  )
  vi.unstubAllGlobals()

  expect(html).toContain('12 TIDE')
  expect(html).toContain('Ethereum')
})
