/** Formats `0x4F3a…c81D`, which never breaks at the end of a line. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…\u2060${address.slice(-4)}`
}
