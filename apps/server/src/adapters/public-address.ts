import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** All addresses outside the public internet: this machine, its local network, its cloud. */
const NOT_PUBLIC = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv4')
}

/** Only these IPv6 addresses are public; some of them embed IPv4 addresses. */
const PUBLIC_SIX = new BlockList()
PUBLIC_SIX.addSubnet('2000::', 3, 'ipv6')
const WRAPPED_SIX = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  WRAPPED_SIX.addSubnet(net, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return (
    isIP(address) === 6 && PUBLIC_SIX.check(address, 'ipv6') && !WRAPPED_SIX.check(address, 'ipv6')
  )
}

class PrivateAddressError extends Error {}

/**
 * Resolves a name for a connection and rejects private addresses. The connection uses the checked
 * address, so a second DNS response cannot redirect it.
 */
export function publicLookup(resolve: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      const first = addresses[0]
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(
          new PrivateAddressError('The push endpoint resolves to a private address'),
          [],
        )
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
