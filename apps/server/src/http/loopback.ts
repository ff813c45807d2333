import type { FastifyRequest } from 'fastify'

const PEER = /^(127\.|::1$|::ffff:127\.)/
const HOST = /^(localhost|[a-z0-9.-]{1,200}\.localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/** Headers that proxies add about their client; the X-Forwarded ones are matched by prefix. */
const FORWARDING = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-original-forwarded-for',
  'x-original-host',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
])

/**
 * Returns whether a request comes from a program on this machine and was addressed to it. The peer
 * address alone is not enough: a reverse proxy on this machine forwards for others, and a website
 * can point its own host name to this machine.
 */
export function isFromLoopback({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>) {
  return (
    PEER.test(socket.remoteAddress ?? '') &&
    HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some(isForwarding)
  )
}

const isForwarding = (name: string) => name.startsWith('x-forwarded') || FORWARDING.has(name)
