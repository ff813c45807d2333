import { isIPv6 } from 'node:net'

/**
 * The scope that a call counts for, and the factor by which its budget exceeds that of one address.
 */
export type Budget = { scope: string; factor: number }

/**
 * An IPv6 connection may have a /64, a /56 or a /48, and there is no way to know which. Each is
 * counted, with a larger budget the more clients may share it. Narrow ones come first.
 */
const WIDTHS = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const

/** Returns the budgets of an address. An IPv4 address, also in its IPv6-mapped form, has one. */
export function ipBudgetsOf(ip: string): Budget[] {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return [{ scope: address, factor: 1 }]
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)
  if (mapped) return [{ scope: mapped.slice(1).flatMap(bytesOf).join('.'), factor: 1 }]
  const groups = groupsOf(short)
  return WIDTHS.map(({ bits, factor }) => ({ scope: prefixOf(groups, bits), factor }))
}

function groupsOf(short: string): number[] {
  const [head = [], tail = []] = short.split('::').map((part) => part.split(':').filter(Boolean))
  const left = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...left, ...tail].map((group) => Number.parseInt(group, 16))
}

function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16)).map((group, at) => {
    const unused = Math.max(0, 16 * (at + 1) - bits)
    return (group >> unused) << unused
  })
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
