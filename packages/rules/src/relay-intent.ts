import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The two messages (EIP-712) that an owner signs for a send whose fee the treasury pays. Phone, server and
 * signer compute the same digests here, so that nobody signs or accepts any other shape.
 */

/** A send as its owner signs it. Addresses are hexadecimal in any spelling. */
export type RelaySend = {
  chainId: number
  /** The contract that executes it. */
  relay: string
  owner: string
  recipient: string
  token: string
  /** In the smallest unit of the token. */
  amount: bigint
  /** Any number that the owner has not used with this contract. */
  nonce: bigint
  /** In seconds. */
  deadline: bigint
}

/** The domain of a token's permits, and the number of permits that the owner has used. */
export type PermitDomain = { name: string; version: string; nonce: bigint }

/** The hash of the contract's code: an app recognises the contract by it before it signs. */
export const RELAY_CODE_HASH = '0x2d4f3921fa95539b7bb8acacb2140db9495037e3c973da74cbffaf06995b5f67'
const RELAY_NAME = 'Solstice Relay'
const RELAY_VERSION = '1'

type Domain = { name: string; version: string; chainId: number; contract: string }

const hashOf = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))

const DOMAIN_TYPE = hashOf(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)
const SEND_TYPE = hashOf(
  'Send(address owner,address recipient,address token,uint256 amount,uint256 nonce,uint256 deadline)',
)
const PERMIT_TYPE = hashOf(
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
)
/** The hash that some tokens return as PERMIT_TYPEHASH. */
export const PERMIT_TYPE_HASH = `0x${bytesToHex(PERMIT_TYPE)}`

const WORD_DIGITS = 64

function numberWord(value: bigint): Uint8Array {
  const digits = value.toString(16)
  if (value < 0n || digits.length > WORD_DIGITS) throw new RangeError(`${value} is not a word`)
  return hexToBytes(digits.padStart(WORD_DIGITS, '0'))
}

function addressWord(address: string): Uint8Array {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`${address} is not an address`)
  return hexToBytes(address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0'))
}

function hashAll(parts: readonly Uint8Array[]): Uint8Array {
  const hasher = keccak_256.create()
  for (const part of parts) hasher.update(part)
  return hasher.digest()
}

const separatorOf = ({ name, version, chainId, contract }: Domain): Uint8Array =>
  hashAll([
    DOMAIN_TYPE,
    hashOf(name),
    hashOf(version),
    numberWord(BigInt(chainId)),
    addressWord(contract),
  ])

const digestOf = (domain: Domain, message: readonly Uint8Array[]): Uint8Array =>
  hashAll([Uint8Array.of(0x19, 0x01), separatorOf(domain), hashAll(message)])

/** Returns the domain separator that a token with standard permits returns. */
export const permitSeparator = (
  { name, version }: Pick<PermitDomain, 'name' | 'version'>,
  { chainId, token }: Pick<RelaySend, 'chainId' | 'token'>,
): string => `0x${bytesToHex(separatorOf({ name, version, chainId, contract: token }))}`

/** Returns the digest of the intent: who receives which amount, once and until when. */
export function intentDigest(send: RelaySend): Uint8Array {
  const { chainId, relay, owner, recipient, token, amount, nonce, deadline } = send
  return digestOf({ name: RELAY_NAME, version: RELAY_VERSION, chainId, contract: relay }, [
    SEND_TYPE,
    ...[owner, recipient, token].map(addressWord),
    ...[amount, nonce, deadline].map(numberWord),
  ])
}

/** Returns the digest of the permit: the contract may take exactly the amount until the deadline. */
export function permitDigest(send: RelaySend, { name, version, nonce }: PermitDomain): Uint8Array {
  const { chainId, relay, owner, token, amount, deadline } = send
  return digestOf({ name, version, chainId, contract: token }, [
    PERMIT_TYPE,
    ...[owner, relay].map(addressWord),
    ...[amount, nonce, deadline].map(numberWord),
  ])
}
