import {
  decodeAbiParameters,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  hexToString,
  parseEventLogs,
  size,
} from 'viem'
import type { Hex, Log } from 'viem'
import type { Network } from '#/features/wallet/network-types.ts'
import { asHex, nodeOf } from './rpc.ts'

const WORD_BYTES = 32
/** The selector, an address and an amount. */
const TRANSFER_BYTES = 4 + 2 * WORD_BYTES

export type TokenField = 'name' | 'symbol' | 'decimals'

/** Returns the undecoded result, because old tokens use other types. */
export function queryToken(network: Network, contract: string, question: TokenField) {
  return callToken(network, contract, encodeFunctionData({ abi: erc20Abi, functionName: question }))
}

export async function readTokenBalance(
  network: Network,
  contract: string,
  owner: string,
): Promise<bigint> {
  const call = { abi: erc20Abi, functionName: 'balanceOf' } as const
  const data = encodeFunctionData({ ...call, args: [asHex(owner)] })
  const answered = await callToken(network, contract, data)
  return answered === '0x' ? 0n : decodeFunctionResult({ ...call, data: answered })
}

function callToken(network: Network, contract: string, data: Hex): Promise<Hex> {
  const call = { to: asHex(contract), data }
  return nodeOf(network).request({ method: 'eth_call', params: [call, 'latest'] })
}

/** Decodes the recipient and the amount of a token transfer; undefined for any other call. */
export function decodeTransfer(data: string): { to: string; amount: bigint } | undefined {
  try {
    if (size(asHex(data)) !== TRANSFER_BYTES) return undefined
    const call = decodeFunctionData({ abi: erc20Abi, data: asHex(data) })
    if (call.functionName !== 'transfer') return undefined
    const [to, amount] = call.args
    return { to: to.toLowerCase(), amount }
  } catch {
    return undefined
  }
}

/** Old tokens return nothing from a transfer; all others return a success flag. */
export function isTransferAccepted(answered: Hex): boolean {
  if (answered === '0x') return true
  try {
    return decodeFunctionResult({ abi: erc20Abi, functionName: 'transfer', data: answered })
  } catch {
    return false
  }
}

/** Decodes a result of exactly one word; undefined for any other length. */
export function decodeUint(answered: Hex): bigint | undefined {
  if (size(answered) !== WORD_BYTES) return undefined
  return decodeAbiParameters([{ type: 'uint256' }], answered)[0]
}

/** Decodes a string, or the 32 bytes that some old tokens return; empty for anything else. */
export function textIn(answered: Hex): string {
  try {
    if (size(answered) === WORD_BYTES) return hexToString(answered, { size: WORD_BYTES })
    return decodeAbiParameters([{ type: 'string' }], answered)[0]
  } catch {
    return ''
  }
}

/** Lists the ERC-20 transfers among the logs of a receipt. */
export function transfersIn(logs: readonly Log[]) {
  const plain = logs.filter(({ topics, data }) => topics.length === 3 && size(data) === WORD_BYTES)
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: plain }).map(
    ({ address, args: { from, to, value } }) => ({
      contract: address,
      from: from.toLowerCase(),
      to: to.toLowerCase(),
      amount: value,
    }),
  )
}
