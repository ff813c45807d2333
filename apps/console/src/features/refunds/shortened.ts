/** Returns the ends of a hash or address: `0x3bd7…19ce`. */
export const shortened = (hash: string): string => `${hash.slice(0, 6)}…${hash.slice(-4)}`
