const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/**
 * Returns whether traffic to this host stays on this machine. A name that only resembles a loopback
 * name counts as remote.
 */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Returns whether an attacker on the network could read and forge the traffic. */
export function isHttpUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}

/**
 * Returns whether the database connection is unencrypted. The driver uses TLS only if the address
 * requests it; without a host it is a socket of this machine.
 */
export function isDatabaseUnencrypted(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  if (hostname === '' || isLoopback(hostname) || searchParams.get('host')?.startsWith('/')) {
    return false
  }
  return ['disable', 'allow'].includes(searchParams.get('sslmode') ?? 'disable')
}
