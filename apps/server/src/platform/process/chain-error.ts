/** A node answered an error, no result, or nothing at all; nobody knows what the chain says. */
export class ChainError extends Error {
  /** The contract that was called refused, as far as the node's words tell. */
  isRevert = false
  /** The node said more than is read; asking for less may help. */
  isTooLarge = false
}

export const isTooLarge = (error: unknown): boolean =>
  error instanceof ChainError && error.isTooLarge
