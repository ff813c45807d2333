import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export type Address = `0x${string}`

const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Returns the address with its EIP-55 checksum, which reveals a wrong letter. */
export function checksumAddress(address: string): Address {
  const hex = address.slice(2).toLowerCase()
  const digest = bytesToHex(keccak_256(Uint8Array.from(hex, (letter) => letter.charCodeAt(0))))
  const letters = Array.from(hex, (letter, at) =>
    Number.parseInt(digest[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}

/**
 * Returns the address a text contains, or undefined. A text in one case carries no checksum; a text
 * in mixed case must carry the correct one, otherwise it is mistyped.
 */
export function normaliseAddress(text: string): Address | undefined {
  const trimmed = text.trim()
  if (!HEX_ADDRESS.test(trimmed)) return undefined
  const hex = trimmed.slice(2)
  const checksummed = checksumAddress(trimmed)
  if (hex === hex.toLowerCase() || hex === hex.toUpperCase()) return checksummed
  return checksummed === trimmed ? checksummed : undefined
}

/** No one has the key of the zero address, so transfers to it are lost. */
export function isZeroAddress(address: string): boolean {
  return /^0x0{40}$/.test(address)
}

/** Returns true if both texts are valid addresses and the same one. */
export function isSameAddress(a: string, b: string): boolean {
  return HEX_ADDRESS.test(a) && HEX_ADDRESS.test(b) && a.toLowerCase() === b.toLowerCase()
}
