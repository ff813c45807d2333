/** Returns the ends of a hash, by which a person compares it. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)} … ${hash.slice(-4)}`
