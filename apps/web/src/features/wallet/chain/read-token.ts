import { normaliseAddress, type Address } from '@solstice/rules/address'
import { cleanOutsideText } from '@solstice/rules/outside-text'
import { isSameAddress, shortAddress } from '#/features/wallet/address.ts'
import type { Asset, Network } from './networks.ts'
import { expectChain, rpc, RpcError } from './rpc.ts'

/** What a contract says about itself, cleaned. Anybody can make one that says the same. */
export type TokenFacts = { address: Address; name: string; symbol: string; decimals: number }

export type TokenRefusal = 'known' | 'not-contract' | 'no-decimals'

const NAME = '0x06fdde03'
const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'

/** As many as the server allows for listed tokens. */
const DECIMALS_MAX = 36n
const NAME_MAX = 40
const SYMBOL_MAX = 12
const WORD = 32
const BYTES_MAX = 1024

/** Reads a token from its network; nothing of it is believed beyond what is shown. */
export async function readToken(
  network: Network,
  typed: string,
  assets: readonly Asset[],
): Promise<TokenFacts | TokenRefusal> {
  const address = normaliseAddress(typed)
  if (address === undefined) return 'not-contract'
  const isKnown = assets.some(
    (asset) =>
      asset.chainId === network.chainId &&
      asset.address !== null &&
      isSameAddress(asset.address, address),
  )
  if (isKnown) return 'known'
  await expectChain(network)
  const code = await rpc<string>(network, 'eth_getCode', [address, 'latest'])
  if (code.length <= 2) return 'not-contract'
  const decimals = decimalsIn(await callContract(network, address, DECIMALS))
  if (decimals === undefined) return 'no-decimals'
  const [name, symbol] = [
    textIn(await callContract(network, address, NAME)),
    textIn(await callContract(network, address, SYMBOL)),
  ]
  return {
    address,
    name: cleanOutsideText(name, NAME_MAX) || shortAddress(address),
    symbol: cleanOutsideText(symbol, SYMBOL_MAX) || '?',
    decimals,
  }
}

/** Nothing where the contract reverts: it has no such function. */
async function callContract(network: Network, to: Address, data: string): Promise<string> {
  try {
    return await rpc<string>(network, 'eth_call', [{ to, data }, 'latest'])
  } catch (cause) {
    if (cause instanceof RpcError && isRevert(cause)) return '0x'
    throw cause
  }
}

/** Nodes give reverts different codes. Any other error is their own and says nothing about the contract. */
const isRevert = ({ code, detail, isNodesWord }: RpcError) =>
  code === 3 || (isNodesWord && /revert|invalid opcode|invalid jump|VM execution/i.test(detail))

function decimalsIn(hex: string): number | undefined {
  if (!/^0x[0-9a-f]{64}$/i.test(hex)) return undefined
  const decimals = BigInt(hex)
  return decimals <= DECIMALS_MAX ? Number(decimals) : undefined
}

/** A string, or the 32 bytes that some old tokens answer with. */
function textIn(hex: string): string {
  const bytes = bytesIn(hex)
  if (bytes.length < WORD) return ''
  if (bytes.length === WORD) return decode(bytes.filter((byte) => byte !== 0))
  const start = numberAt(bytes, 0) + WORD
  const length = numberAt(bytes, start - WORD)
  return decode(bytes.subarray(start, start + length))
}

function bytesIn(hex: string): Uint8Array {
  const pairs = hex.slice(2, 2 + 2 * BYTES_MAX).match(/[0-9a-f]{2}/gi) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

/** Numbers beyond what was read lead nowhere. */
function numberAt(bytes: Uint8Array, at: number): number {
  const word = bytes.subarray(at, at + WORD)
  return word.reduce((sum, byte) => Math.min(sum * 256 + byte, BYTES_MAX), 0)
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
