/**
 * Thrown when a node returned an error, no result or no response; the state of the chain is
 * unknown.
 */
export class ChainError extends Error {
  /** True if the called contract reverted, according to the node's error text. */
  isRevert = false
  /** True if the response exceeded the limits; requesting less may help. */
  isTooLarge = false
}

export const isTooLarge = (error: unknown): boolean =>
  error instanceof ChainError && error.isTooLarge
