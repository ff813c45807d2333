import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionTokens } from '#/modules/session/session.service.ts'
import { ACCESS_TTL_MS, sessionTtlMs } from '@solstice/rules/session'

/** The two session cookies, as read from one request and written to its response. */
export type SessionCookies = {
  access: string | undefined
  refresh: string | undefined
  set: (tokens: SessionTokens) => void
  clear: () => void
}

/**
 * On https the names have the `__Host-` prefix, so that the browser rejects them from any other
 * host, path or plain http. Without "keep me logged in" they last until the browser closes.
 */
export function sessionCookies(
  secure: boolean,
): (request: FastifyRequest, reply: FastifyReply) => SessionCookies {
  const prefix = secure ? '__Host-' : ''
  const names = { access: `${prefix}solstice_access`, refresh: `${prefix}solstice_refresh` }
  const write = (
    reply: FastifyReply,
    { name, value, maxAgeMs }: { name: string; value: string; maxAgeMs: number | undefined },
  ): void => {
    const age = maxAgeMs === undefined ? '' : `; Max-Age=${Math.floor(maxAgeMs / 1000)}`
    const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${age}`
    reply.header('set-cookie', `${name}=${value}; ${attributes}`)
  }
  return (request, reply) => {
    return {
      access: cookieIn(request, names.access),
      refresh: cookieIn(request, names.refresh),
      set: ({ access, refresh, keepLoggedIn }) => {
        const ttls = keepLoggedIn ? [ACCESS_TTL_MS, sessionTtlMs(true)] : []
        write(reply, { name: names.access, value: access, maxAgeMs: ttls[0] })
        write(reply, { name: names.refresh, value: refresh, maxAgeMs: ttls[1] })
      },
      clear: () => {
        write(reply, { name: names.access, value: '', maxAgeMs: 0 })
        write(reply, { name: names.refresh, value: '', maxAgeMs: 0 })
      },
    }
  }
}

/** Reads the first cookie of that name, because a second one was set by someone else. */
export function cookieIn(request: FastifyRequest, cookieName: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [name = '', value = ''] = pair.split('=', 2)
    if (name.trim() === cookieName) return value.trim()
  }
  return undefined
}
