import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { toNetwork } from './networks.ts'
import { transactionQuery } from './transaction.ts'

const network = toNetwork({ chainId: 1, networkId: 1, rpcUrl: 'http://node.example' })

test('a chain that nobody knows is refused by name, and no other network is asked', async () => {
  const node = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', node)

  const reading = new QueryClient().fetchQuery(
    transactionQuery({ hash: '0x1', chainId: 424_242 }, [network], []),
  )

  await expect(reading).rejects.toThrow('No network found for chainId=424242')
  expect(node).not.toHaveBeenCalled()
})
