import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { normaliseEmail } from '@solstice/rules/email'
import type { MemberSession } from '#/modules/session/session.service.ts'
import type { Subjects } from '#/platform/limits.ts'
import type { SessionCookies } from './cookies.ts'

/** Whom a call counts for. Read before the body is checked: nonsense is counted too. */
export function limitSubjects(
  request: FastifyRequest,
  cookies: SessionCookies,
  session: MemberSession | undefined,
): Subjects {
  const email = emailIn(request.body)
  // All generations of one session's refresh token begin with the same words.
  const sessionId = session?.sessionId ?? cookies.refresh?.split('.', 2).join('.')
  return {
    ip: placeOf(request.ip),
    ...(email === undefined ? {} : { account: normaliseEmail(email) }),
    ...(sessionId === undefined ? {} : { session: sessionId }),
    ...(session === undefined ? {} : { member: String(session.memberId) }),
  }
}

/**
 * Where somebody comes from. Of the newer addresses a customer is given 2^64, so they count as one;
 * the older ones are also written in the manner of the newer.
 */
export function placeOf(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return address
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short)
  if (mapped) return mapped.slice(1).flatMap(bytesOf).join('.')
  const [head = [], tail = []] = short.split('::').map((part) => part.split(':').filter(Boolean))
  const left = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...left, ...tail].slice(0, 4).join(':')}::/64`
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

function emailIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('email' in body)) return undefined
  return typeof body.email === 'string' ? body.email : undefined
}
