const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/**
 * Returns the lower-case spelling for comparisons, or undefined for an invalid address. It skips
 * the checksum of `rules/address` to keep the first load small.
 */
export function normaliseAddress(text: string): string | undefined {
  return ADDRESS.test(text) ? text.toLowerCase() : undefined
}

export function isSameAddress(one: string, other: string): boolean {
  const normalised = normaliseAddress(one)
  return normalised !== undefined && normalised === normaliseAddress(other)
}

export { shortAddress } from '#/lib/short-address.ts'

/** Splits an address into groups of four so that two addresses can be compared by eye. */
export function addressGroups(address: string): string[] {
  return [address.slice(0, 6), ...(address.slice(6).match(/.{1,4}/g) ?? [])]
}
