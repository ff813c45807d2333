import { hexToBigInt, size, slice } from 'viem'
import type { Network } from './networks.ts'
import { RpcError } from './rpc-error.ts'
import { asHex, expectChain, nodeOf } from './rpc.ts'

/** The selector of `checkpoint()`. */
const CHECKPOINT = '0xc2c4c5c1'
const WORD_BYTES = 32

/** Reads the newest checkpoint of the points log from the contract that has its roots. */
export async function readLogAnchor(
  network: Pick<Network, 'rpcUrl' | 'chainId'>,
  contract: string,
): Promise<{ size: number; root: string }> {
  await expectChain(network)
  const answered = await nodeOf(network).request({
    method: 'eth_call',
    params: [{ to: asHex(contract), data: CHECKPOINT }, 'latest'],
  })
  if (size(answered) !== 2 * WORD_BYTES) throw new RpcError('refused', 'Not a log anchor')
  return {
    size: Number(hexToBigInt(slice(answered, 0, WORD_BYTES))),
    root: slice(answered, WORD_BYTES),
  }
}
