import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperatorCommand } from '#test/operator-command.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'

let server: TestApp
let owner: TestOperator
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  owner = await anOperator(server)
})
afterAll(() => server.close())

const REASON = ['--reason', 'Ticket 7']

test(
  'operators manage networks, tokens and prices on the command line',
  { timeout: 120_000 },
  async () => {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const runCommand = async (...args: string[]) => {
      const all = [...args, '--server', address]
      const env = { SOLSTICE_OPERATOR_TOKEN: owner.token }
      const { out, err } = await runOperatorCommand(all, env)
      return out + err
    }
    const rpc = 'http://solstice.test/rpc/31337'

    const network = await runCommand(
      'networks',
      'set',
      '31337',
      '--name',
      'Local',
      '--symbol',
      'ETH',
      '--rpc',
      rpc,
      '--confirmations',
      '3',
      '--explorer',
      'own_index',
      ...REASON,
    )
    const hidden = await runCommand(
      'networks',
      'set',
      '31338',
      '--name',
      'Two',
      '--symbol',
      'tBNB',
      '--rpc',
      rpc,
      '--off',
      ...REASON,
    )
    const networks = await runCommand('networks', 'list')
    const contract = await runCommand(
      'contracts',
      'set',
      '31337',
      TOKEN,
      '--name',
      'Dollar',
      '--symbol',
      'USDS',
      '--decimals',
      '6',
      ...REASON,
    )
    const wrong = await runCommand(
      'contracts',
      'set',
      '31337',
      TOKEN,
      '--name',
      'Dollar',
      '--symbol',
      'USDS',
      ...REASON,
    )
    const contracts = await runCommand('contracts', 'list')
    const price = await runCommand('prices', 'set', 'USDS', '1.01', ...REASON)
    const prices = await runCommand('prices', 'list')
    const cleared = await runCommand('prices', 'clear', 'USDS', ...REASON)

    expect(network).toContain('History      OWN_INDEX\nOn           yes\n')
    expect(networks).toMatch(/^ *31337 {2}Local +ETH +3 {2}OWN_INDEX {2}yes/m)
    expect(hidden).toContain('On           no\n')
    expect(networks).toMatch(/^ *31338 {2}Two .* no /m)
    expect(contract).toContain(TOKEN)
    expect(wrong).toContain('Refused with 9992')
    expect(contracts).toMatch(/31338 {2}tBNB +Test BNB +18 +\$\d+\.\d\d +- {2}no +native/)
    expect(price).toBe('USDS costs $1.01 until you clear it.\n')
    expect(prices).toMatch(/USDS +\$1\.01 +- {2}by hand/)
    expect(cleared).toBe('USDS uses the price of its source.\n')
  },
)
