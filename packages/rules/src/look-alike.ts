const EDGE = 4
const edgesOf = (address: string): string => {
  const hex = address.slice(2).toLowerCase()
  return `${hex.slice(0, EDGE)}…${hex.slice(-EDGE)}`
}

/**
 * Returns the known address that this one imitates: both ends, which are all that people compare,
 * are the same, and the middle differs. The sender has to type the middle first. A known address is
 * checked too, because an imitation becomes known by sending a small amount.
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const own = address.toLowerCase()
  return known.find((each) => each.toLowerCase() !== own && edgesOf(each) === edgesOf(address))
}

/** Returns the part between the ends. */
export function middleOf(address: string): string {
  return address.slice(2 + EDGE, -EDGE)
}

export function isMiddleOf(address: string, typed: string): boolean {
  return typed.trim().toLowerCase() === middleOf(address).toLowerCase()
}
