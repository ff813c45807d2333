import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, erc20Abi, keccak256, toBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { startDevnet, type Devnet, type DevnetChain } from './devnet.ts'

export const ada = privateKeyToAccount(keccak256(toBytes('ada of the devnet tests')))
export const BEN = '0x00000000000000000000000000000000000000b0' as const
export const GWEI = 1_000_000_000n
export const NEVER_MS = 3_600_000

type Block = { number: string; hash: string; timestamp: string; transactions: string[] }
type Receipt = { status: string; blockNumber: string }

const started: Devnet[] = []
const folders: string[] = []

/** For `afterEach`: closes everything that was started and deletes its folders. */
export async function closeAll(): Promise<void> {
  await Promise.all(started.splice(0).map((devnet) => devnet.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
}

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-chains-'))
  folders.push(folder)
  return folder
}

/** Starts a devnet that mines only on request unless `blockMs` is given. */
export async function aDevnet(
  options: { folder?: string; blockMs?: number } = {},
): Promise<Devnet> {
  const now = () => new Date('2026-06-23T08:00:00.000Z')
  const devnet = await startDevnet({ now, blockMs: NEVER_MS, ...options })
  started.push(devnet)
  return devnet
}

export function chainOf(devnet: Devnet, chainId = 31_337): DevnetChain {
  const chain = devnet.chains.get(chainId)
  if (!chain) throw new Error(`No chain ${chainId}`)
  return chain
}

export const head = async ({ node }: DevnetChain) =>
  (await node.call('eth_getBlockByNumber', ['latest', false])) as Block
export const balance = async ({ node }: DevnetChain, address: string) =>
  BigInt(String(await node.call('eth_getBalance', [address, 'latest'])))
export const receipt = async ({ node }: DevnetChain, hash: unknown) =>
  (await node.call('eth_getTransactionReceipt', [hash])) as Receipt | null

export async function tokens(
  { node, network }: DevnetChain,
  address: `0x${string}`,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  return BigInt(
    String(await node.call('eth_call', [{ to: network.token.address, data }, 'latest'])),
  )
}

export async function signed(chain: DevnetChain, nonce: number, change: object = {}) {
  return ada.signTransaction({
    type: 'eip1559',
    chainId: chain.network.chainId,
    nonce,
    to: BEN,
    value: 5n,
    gas: 100_000n,
    maxFeePerGas: 3n * GWEI,
    maxPriorityFeePerGas: GWEI,
    ...change,
  })
}

export async function sent(
  chain: DevnetChain,
  nonce: number,
  change: object = {},
): Promise<unknown> {
  return chain.node.call('eth_sendRawTransaction', [await signed(chain, nonce, change)])
}

/** The part of a reply to `eth_simulateV1` that tests read. */
export type SimulatedReply = {
  calls: { status: string; logs: { address: string; data: string }[] }[]
}[]
