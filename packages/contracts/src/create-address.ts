import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

const ADDRESS_BYTES = 20
/** In RLP, what is shorter than 56 bytes has its length in its first byte. */
const STRING = 0x80
const LIST = 0xc0

/** Returns the address, in lower case, of the contract that an account creates with this nonce. */
export function createAddress(account: string, nonce: number): `0x${string}` {
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new RangeError(`${nonce} is not a nonce`)
  const from = hexToBytes(account.slice(2).toLowerCase())
  if (from.length !== ADDRESS_BYTES) throw new RangeError(`${account} is not an address`)
  const items = Uint8Array.of(STRING + ADDRESS_BYTES, ...from, ...numberItem(nonce))
  const hash = keccak_256(Uint8Array.of(LIST + items.length, ...items))
  return `0x${bytesToHex(hash.slice(-ADDRESS_BYTES))}`
}

/** A number is its bytes without leading zeros; a small one is its own byte. */
function numberItem(value: number): number[] {
  if (value === 0) return [STRING]
  const hex = value.toString(16)
  const bytes = [...hexToBytes(hex.padStart(hex.length + (hex.length % 2), '0'))]
  return value < STRING ? bytes : [STRING + bytes.length, ...bytes]
}
