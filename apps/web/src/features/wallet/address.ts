const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/**
 * One spelling for comparing; nothing for what is no address. Every visit compares, so this does
 * without the checksum that `rules/address` reads: it would weigh on the first load.
 */
export function normaliseAddress(text: string): string | undefined {
  return ADDRESS.test(text) ? text.toLowerCase() : undefined
}

export function isSameAddress(one: string, other: string): boolean {
  const normalised = normaliseAddress(one)
  return normalised !== undefined && normalised === normaliseAddress(other)
}

export { shortAddress } from '#/lib/short-address.ts'

/** In groups of four, so that two of them can be compared by eye. */
export function addressGroups(address: string): string[] {
  return [address.slice(0, 6), ...(address.slice(6).match(/.{1,4}/g) ?? [])]
}
