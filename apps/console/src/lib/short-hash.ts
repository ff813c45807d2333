/** Returns the ends of a hash, by which a person compares it: `b7e0 41d9 … 9a3c`, on one line. */
export const shortHash = (hash: string): string =>
  `${hash.slice(0, 4)}\u00a0${hash.slice(4, 8)}\u00a0…\u00a0${hash.slice(-4)}`
