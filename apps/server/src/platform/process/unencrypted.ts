const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** What goes to this very machine passes nobody. A name that only looks like it counts as elsewhere. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Whether whoever is on the way could read along and answer in another's place. */
export function isHttpUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** The driver speaks TLS only where the address says so; without a host it is a file of this machine. */
export function isDatabaseUnencrypted(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  if (hostname === '' || isLoopback(hostname) || searchParams.get('host')?.startsWith('/')) {
    return false
  }
  return ['disable', 'allow'].includes(searchParams.get('sslmode') ?? 'disable')
}
