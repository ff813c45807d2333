import { ZERO_ADDRESS } from './address.ts'

const EDGE = 4
const edgesOf = (address: string): string => {
  const hex = address.slice(2).toLowerCase()
  return `${hex.slice(0, EDGE)}…${hex.slice(-EDGE)}`
}

/**
 * The known address that this one imitates: the same ends, which are all that people compare, and
 * something else between them. Whoever sends there has to type the middle first. That it is known
 * itself does not clear it: an imitation makes itself known by sending a little.
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const own = address.toLowerCase()
  return known.find((each) => each.toLowerCase() !== own && edgesOf(each) === edgesOf(address))
}

/** What is between the ends. */
export function middleOf(address: string): string {
  return address.slice(2 + EDGE, -EDGE)
}

export function isMiddleOf(address: string, typed: string): boolean {
  return typed.trim().toLowerCase() === middleOf(address).toLowerCase()
}

type HistoryRow = { value: string; contractAddress?: string | null; to?: string }

/**
 * Rows that only want to be copied from: transfers of nothing, and of tokens that nobody here
 * knows. A call of a contract moves nothing either, but the member made it themselves.
 */
export function isPoison(
  row: HistoryRow,
  known: { contracts: readonly string[]; sentByMember: boolean },
): boolean {
  if (known.sentByMember && !row.contractAddress) return false
  if (isNothing(row.value)) return true
  if (!row.contractAddress || row.contractAddress.toLowerCase() === ZERO_ADDRESS) return false
  const contract = row.contractAddress.toLowerCase()
  return !known.contracts.some((each) => each.toLowerCase() === contract)
}

const isNothing = (value: string): boolean => /^0*(\.0*)?$/.test(value)
