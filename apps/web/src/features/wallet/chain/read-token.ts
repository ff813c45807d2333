import { normaliseAddress, type Address } from '@solstice/rules/address'
import { cleanUntrustedText } from '@solstice/rules/untrusted-text'
import type { Hex } from 'viem'
import { getCode } from 'viem/actions'
import { isSameAddress, shortAddress } from '#/features/wallet/address.ts'
import { queryToken, decodeUint, textIn } from './erc20.ts'
import type { TokenField } from './erc20.ts'
import type { Asset, Network } from './networks.ts'
import { RpcError } from './rpc-error.ts'
import { expectChain, nodeOf } from './rpc.ts'

/** The cleaned details that a contract reports about itself. Any contract can report the same. */
export type TokenFacts = { address: Address; name: string; symbol: string; decimals: number }

export type TokenRefusal = 'known' | 'not-contract' | 'no-decimals'

/** The limit that the server applies to listed tokens. */
const DECIMALS_MAX = 36n
const NAME_MAX = 40
const SYMBOL_MAX = 12

/** Reads a token from its network. The details are only displayed and never trusted. */
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
  const code = await getCode(nodeOf(network), { address, blockTag: 'latest' })
  if (code === undefined) return 'not-contract'
  const decimals = decimalsIn(await answerOf(network, address, 'decimals'))
  if (decimals === undefined) return 'no-decimals'
  const [name, symbol] = [
    textIn(await answerOf(network, address, 'name')),
    textIn(await answerOf(network, address, 'symbol')),
  ]
  return {
    address,
    name: cleanUntrustedText(name, NAME_MAX) || shortAddress(address),
    symbol: cleanUntrustedText(symbol, SYMBOL_MAX) || '?',
    decimals,
  }
}

/** Returns '0x', an empty result, if the contract reverts because it has no such function. */
async function answerOf(network: Network, contract: Address, question: TokenField): Promise<Hex> {
  try {
    return await queryToken(network, contract, question)
  } catch (cause) {
    if (cause instanceof RpcError && isRevert(cause)) return '0x'
    throw cause
  }
}

/**
 * Nodes use different codes for reverts. Any other error is the node's own and reveals nothing
 * about the contract.
 */
const isRevert = ({ code, detail, isNodeError }: RpcError) =>
  code === 3 || (isNodeError && /revert|invalid opcode|invalid jump|VM execution/i.test(detail))

function decimalsIn(answered: Hex): number | undefined {
  const decimals = decodeUint(answered)
  return decimals !== undefined && decimals <= DECIMALS_MAX ? Number(decimals) : undefined
}
