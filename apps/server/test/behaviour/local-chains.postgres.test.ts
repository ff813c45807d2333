import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'

const { aDataFolder, run } = serverFixtures()

const withLocalChains = async () => ({ ...(await aDataFolder()), LOCAL_CHAINS: 'true' })

const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

async function post(address: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

async function rpc(address: string, method: string, params: unknown[]): Promise<unknown> {
  const reply = await post(address, '/rpc/31337', { jsonrpc: '2.0', id: 1, method, params })
  return (reply as { result: unknown }).result // The JSON-RPC response.
}

async function headOf(address: string): Promise<string> {
  return String(await rpc(address, 'eth_blockNumber', []))
}

/** Returns what a client sees of this address and of a block; later ones may contain calls. */
async function seen(address: string, block: string) {
  const query = new URLSearchParams({
    module: 'account',
    action: 'txlist',
    chainid: '31337',
    address: FRIEND,
  })
  const history = await fetch(`${address}/v1/public/block/transactions?${query.toString()}`)
  return {
    head: await rpc(address, 'eth_getBlockByNumber', [block, false]),
    balance: await rpc(address, 'eth_getBalance', [FRIEND, 'latest']),
    // The number of blocks since then grows with them.
    history: (await history.text()).replaceAll(/"confirmations":"\d+"/g, ''),
  }
}

test(
  'local chains keep balances, history and head across a restart, even when the server is killed',
  async () => {
    const home = await withLocalChains()
    const first = await run(home)
    const sent = await post(first.address, '/dev/chains/31337', { fund: FRIEND, native: '1.25' })
    const [hash] = (sent as { hashes: string[] }).hashes
    await post(first.address, '/dev/chains/31337', { mine: 5 })
    const head = await headOf(first.address)
    const before = await seen(first.address, head)
    first.kill('SIGTERM')
    await first.ended

    const second = await run(home)
    expect(await seen(second.address, head)).toEqual(before)
    expect(before.history).toContain(hash)
    expect(BigInt(String(before.balance))).toBe(1_250_000_000_000_000_000n)

    // A payment with a visible receipt is durable, even when the server is killed right afterwards.
    const more = await post(second.address, '/dev/chains/31337', { fund: FRIEND, native: '2' })
    const [last] = (more as { hashes: string[] }).hashes
    const receipt = () => rpc(second.address, 'eth_getTransactionReceipt', [last])
    await expect.poll(receipt, { timeout: 30_000 }).toMatchObject({ status: '0x1' })
    second.kill('SIGKILL')
    await second.ended

    const third = await run(home)
    expect(await rpc(third.address, 'eth_getTransactionReceipt', [last])).toMatchObject({
      status: '0x1',
    })
    expect(BigInt(String((await seen(third.address, head)).balance))).toBe(
      3_250_000_000_000_000_000n,
    )
  },
  SERVER_TEST_TIMEOUT_MS,
)

test(
  'configured networks replace the local chains and are queried over the network',
  async () => {
    const elsewhere = await run(await withLocalChains())
    await post(elsewhere.address, '/dev/chains/31337', { fund: FRIEND, native: '1.25' })
    await post(elsewhere.address, '/dev/chains/31337', { mine: 1 })
    const home = await aDataFolder()
    const rpcUrl = `${elsewhere.address}/rpc/31337`
    const path = join(home['SOLSTICE_DATA'] ?? '', 'networks.json')
    const network = {
      chainId: 31_337,
      networkName: 'Elsewhere',
      networkSymbol: 'ETH',
      rpcUrl,
      scanUrl: '',
      confirmations: 2,
      explorer: 'OWN_INDEX',
      contracts: [{ address: null, name: 'Ether', symbol: 'ETH', decimals: 18 }],
    }
    await writeFile(path, JSON.stringify([network]))

    const { address } = await run({ ...home, NETWORKS: path })
    const page = await fetch(`${address}/healthz/live`)
    const list = await fetch(`${address}/v1/public/block/networks`)
    const query = new URLSearchParams({
      module: 'account',
      action: 'txlist',
      chainid: '31337',
      address: FRIEND,
    })
    const history = await fetch(`${address}/v1/public/block/transactions?${query.toString()}`)
    const local = await fetch(`${address}/rpc/31337`, { method: 'POST' })

    expect(await list.json()).toMatchObject({ data: { list: [{ chainId: 31_337, rpcUrl }] } })
    expect(page.headers.get('content-security-policy')).toContain(elsewhere.address)
    expect(await history.json()).toMatchObject({
      data: { result: [{ to: FRIEND, value: '1250000000000000000' }] },
    })
    expect(local.status).toBe(404)
  },
  SERVER_TEST_TIMEOUT_MS,
)
