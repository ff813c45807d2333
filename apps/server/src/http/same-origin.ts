import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code } from '@solstice/contract/codes'
import { refuse } from '#/platform/process/refusal.ts'
import { hasConsoleSession } from './console-cookies.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Only scripts of the console's own pages can send this header without a preflight request. */
const CONSOLE_HEADER = 'x-solstice-console'

/**
 * Requires that a change comes from our own page, because browsers send cookies with every request.
 * Browsers declare it in Sec-Fetch-Site, older ones in Origin; without either the request is
 * rejected.
 */
export function requireSameOrigin(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isAllowed = isOperatorsCall(request)
      ? isOwnConsoleOrToken(request)
      : !isMembersChange(request) || isSameOrigin(request, publicOrigin)
    done(isAllowed ? undefined : refuse(Code.ACCESS_DENIED))
  })
}

/** Returns the matched route instead of the raw path, because /%761/ leads there too. */
function pathOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? request.url
}

function isOperatorsCall(request: FastifyRequest): boolean {
  return pathOf(request).startsWith('/v1/operator/')
}

function isMembersChange(request: FastifyRequest): boolean {
  return !SAFE_METHODS.has(request.method) && pathOf(request).startsWith('/v1/')
}

/**
 * A token is accepted from anywhere, because no browser sends it by itself, but never together with
 * a session. Everything else must come from a page of the console, reads included: a response may
 * contain the data of members. The console needs a current browser, so Origin does not suffice.
 */
function isOwnConsoleOrToken(request: FastifyRequest): boolean {
  // An unknown path has nothing to protect and is answered with 2901.
  if (request.routeOptions.url === undefined) return true
  if (request.headers.authorization !== undefined) return !hasConsoleSession(request)
  return (
    request.headers['sec-fetch-site'] === 'same-origin' && request.headers[CONSOLE_HEADER] === '1'
  )
}

function isSameOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin === (publicOrigin ?? `${request.protocol}://${request.host}`)
}
