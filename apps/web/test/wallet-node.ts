import { vi } from 'vitest'
import { toNetwork } from '#/features/wallet/chain/networks.ts'

const NODE_URL = 'http://node.test'
export const NETWORK = toNetwork({ chainId: 31_337, networkId: 1, rpcUrl: NODE_URL })
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const GWEI = 10n ** 9n

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const addressWord = (address: string) => word(BigInt(address))

type Log = { address: string; topics: string[]; data: string }

export const transferLog = (of: {
  token: string
  from: string
  to: string
  amount: bigint
}): Log => ({
  address: of.token,
  topics: [TRANSFER, addressWord(of.from), addressWord(of.to)],
  data: word(of.amount),
})

export const approvalLog = (of: {
  token: string
  owner: string
  spender: string
  amount: bigint
}): Log => ({
  address: of.token,
  topics: [APPROVAL, addressWord(of.owner), addressWord(of.spender)],
  data: word(of.amount),
})

/** A network's node whose simulation returns the logs of the moment. */
export type StubbedNode = { logs: Log[]; codes: Record<string, string>; gas: bigint }

/** Stubs the node, a third-party service; every account has coin and tokens. */
export function stubNode(): StubbedNode {
  const node: StubbedNode = { logs: [], codes: {}, gas: 50_000n }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    return Response.json({ result: answer(node, method, params) })
  })
  return node
}

function answer(node: StubbedNode, method: string, [first]: unknown[]): unknown {
  switch (method) {
    case 'eth_chainId':
      return `0x${NETWORK.chainId.toString(16)}`
    case 'eth_getCode':
      return node.codes[String(first).toLowerCase()] ?? '0x'
    case 'eth_call':
      return JSON.stringify(first).includes('0xa9059cbb') ? word(1n) : word(10n ** 12n)
    case 'eth_sendRawTransaction':
      return `0x${'ab'.repeat(32)}`
    case 'eth_getTransactionCount':
      return '0x0'
    case 'eth_estimateGas':
      return `0x${node.gas.toString(16)}`
    case 'eth_getBlockByNumber':
      return { number: '0x1', timestamp: '0x1', baseFeePerGas: `0x${GWEI.toString(16)}` }
    case 'eth_gasPrice':
      return `0x${(2n * GWEI).toString(16)}`
    case 'eth_simulateV1':
      return [{ calls: [{ status: '0x1', logs: node.logs }] }]
    case 'eth_getBalance':
      return '0xde0b6b3a7640000'
    default:
      throw new Error(`The node does not answer ${method}`)
  }
}
