import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCAL_CONFIRMATIONS } from '@solstice/devnet/genesis'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPayer, payTokens } from '#test/test-shop.ts'
import { chainOf } from '#test/test-wallet.ts'
import { watchIncoming } from './incoming.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
})
afterAll(() => server.close())

test('eight workers that poll concurrently notify a member once of all transfers', async () => {
  const [sender, member] = [await aPayer(server), await aPayer(server)]
  const { control, network } = chainOf(server)
  await control.mine(LOCAL_CONFIRMATIONS + 1)
  await watchIncoming(server.ctx, network.chainId)
  for (const amount of [1_000_000n, 2_000_000n, 3_000_000n]) {
    await payTokens(server, sender.wallet, member.wallet.address, amount)
  }
  await control.mine(LOCAL_CONFIRMATIONS + 1)

  await Promise.all(Array.from({ length: 8 }, () => watchIncoming(server.ctx, network.chainId)))

  const { data } = await member.call('alert.list', { query: {} })
  const notified = data?.list.filter(({ code }) => code === 'FUNDS_RECEIVED')
  expect(notified).toMatchObject([{ data: { deposit: { more: 2 } } }])
  expect(notified).toHaveLength(1)
})
