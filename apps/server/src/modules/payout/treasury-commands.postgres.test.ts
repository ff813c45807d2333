import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperatorCommand } from '#test/operator-command.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'
import { aPayer, aProduct, give } from '#test/test-shop.ts'
import { fundTreasury } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'

let server: TestApp
let owner: TestOperator
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  await fundTreasury(server)
  owner = await anOperator(server)
})
afterAll(() => server.close())

test(
  'operators stock the shop, decide refunds and run the treasury on the command line',
  { timeout: 120_000 },
  async () => {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const runCommand = async (line: string, ...args: string[]) => {
      const all = [...line.split(' '), ...args, '--server', address]
      const env = { SOLSTICE_OPERATOR_TOKEN: owner.token }
      const { out, err } = await runOperatorCommand(all, env)
      return out + err
    }
    const { seasonId } = await aSeason(server)
    const { address: token } = chainOf(server).network.token
    const payer = await aPayer(server)
    await give(server, payer.userId, 'XP', 500n, `season:${seasonId}`)
    const productId = await aProduct(server, seasonId)
    const bought = await payer.call('product.buy', { params: { seasonId, productId }, body: {} })
    const params = { seasonId, historyId: bought.data?.historyId ?? 0 }
    await payer.call('refund.request', { params, body: { type: 'OTHER', reason: 'A slip' } })

    const names = ['--name-en', 'A pack', '--name-ko', '팩', '--text-en', 'XP', '--text-ko', 'XP']
    const priced = ['--pay', 'token', '--price', '5', '--chain', '31337', '--contract', token]
    const added = await runCommand(
      `products add ${seasonId}`,
      ...names,
      ...priced,
      '--gives-xp',
      '500',
    )
    const changed = await runCommand(`products change ${productId} --stock 3 --off`)
    const credit = await runCommand(`credit add 50 --price 5 --chain 31337 --contract ${token}`)
    const waiting = await runCommand('refunds list')
    const refundId = /^ *(\d+) /m.exec(waiting)?.[1] ?? '0'
    const granted = await runCommand(`refunds grant ${refundId}`, '--note', 'Gladly')
    const twice = await runCommand(`refunds decline ${refundId}`, '--note', 'No')
    const frozen = await runCommand('treasury freeze', '--reason', 'Key rotation')
    const caps = await runCommand(
      'treasury caps USDS --member 50 --day 500',
      '--reason',
      'More members',
    )

    expect(added).toMatch(/A pack +5 USDS +500 +0 +- +- +yes/)
    expect(changed).toMatch(/Three tickets +100 XP +0 +3 +3 +- +no/)
    expect(credit).toMatch(/50 +5 USDS +31337 +yes/)
    expect(waiting).toMatch(/OTHER +100 XP +Three tickets +REQUESTED .+ A slip/)
    expect(granted).toContain(`Refund ${refundId} is granted and done.`)
    expect(twice).toContain('2405')
    expect(frozen).toMatch(/Pays +no, since .+: Key rotation/)
    expect(frozen).toMatch(/31337 +Solstice Local/)
    expect(caps).toMatch(/USDS a day +50 to a member, 500 altogether/)
  },
)
