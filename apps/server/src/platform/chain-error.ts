/** A node answered an error, no result, or nothing at all; nobody knows what the chain says. */
export class ChainError extends Error {}
