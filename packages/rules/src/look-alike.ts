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
