import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionTokens } from '#/modules/session/session.service.ts'
import { ACCESS_LIFE_MS, sessionLifeMs } from '@solstice/rules/session'

/** The two cookies of a session, as one request sees them and as its reply leaves them. */
export type SessionCookies = {
  access: string | undefined
  refresh: string | undefined
  set: (tokens: SessionTokens) => void
  clear: () => void
}

/**
 * On https the names carry the `__Host-` prefix: the browser then refuses them from any other
 * host, path or plain http. Without "keep me logged in" they live as long as the browser runs.
 */
export function sessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): SessionCookies {
  const prefix = secure ? '__Host-' : ''
  const names = { access: `${prefix}solstice_access`, refresh: `${prefix}solstice_refresh` }
  const given = readCookies(request.headers.cookie)
  const write = (name: string, value: string, maxAgeMs: number | undefined): void => {
    const age = maxAgeMs === undefined ? '' : `; Max-Age=${Math.floor(maxAgeMs / 1000)}`
    const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${age}`
    reply.header('set-cookie', `${name}=${value}; ${attributes}`)
  }
  return {
    access: given.get(names.access),
    refresh: given.get(names.refresh),
    set: (tokens) => {
      const kept = tokens.keepLoggedIn
      write(names.access, tokens.access, kept ? ACCESS_LIFE_MS : undefined)
      write(names.refresh, tokens.refresh, kept ? sessionLifeMs(true) : undefined)
    },
    clear: () => {
      write(names.access, '', 0)
      write(names.refresh, '', 0)
    },
  }
}

function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header?.split(';') ?? []) {
    const [name = '', value = ''] = pair.split('=', 2)
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.trim())
  }
  return cookies
}
