import { PERMIT_TYPE_HASH, permitSeparator, type PermitDomain } from '@solstice/rules/relay-intent'
import { readText, readWord } from '#/modules/chain/chain-reading.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { ChainNode } from '#/platform/process/context.ts'

const NAME = '0x06fdde03'
const VERSION = '0x54fd4d50'
const DOMAIN_SEPARATOR = '0x3644e515'
const PERMIT_TYPEHASH = '0x30adf81f'
const NONCES = '0x7ecebe00'

/** Most tokens with permits have this version and no function that returns it. */
const USUAL_VERSION = '1'

/**
 * Reads the domain of a token's permits (EIP-2612). Returns undefined if the token has none, or if they
 * are not signed over the standard domain and message, because such a signature would be useless.
 */
export async function permitOf(
  node: ChainNode,
  of: { chainId: number; token: string; owner: string },
): Promise<PermitDomain | undefined> {
  const { token, owner } = of
  const word = (data: string) => unlessReverted(readWord(node, token, data))
  const separator = await word(DOMAIN_SEPARATOR)
  const nonce = await word(`${NONCES}${owner.slice(2).toLowerCase().padStart(64, '0')}`)
  const name = await unlessReverted(readText(node, token, NAME))
  if (separator === undefined || nonce === undefined || name === undefined) return undefined
  const type = await word(PERMIT_TYPEHASH)
  if (type !== undefined && type !== 0n && type !== BigInt(PERMIT_TYPE_HASH)) return undefined
  const version = (await unlessReverted(readText(node, token, VERSION))) ?? USUAL_VERSION
  const isStandard = BigInt(permitSeparator({ name, version }, of)) === separator
  return isStandard ? { name, version, nonce } : undefined
}

/** A call that a contract does not have reverts or returns nothing; other errors are of the node. */
async function unlessReverted<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ChainError && error.isRevert) return undefined
    throw error
  }
}
