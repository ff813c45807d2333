import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code } from '@solstice/contract/codes'
import { refuse } from '#/platform/process/refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Cookies travel with whatever a browser sends, so a change must come from a page of ours:
 * the browser says so in Sec-Fetch-Site, older ones in Origin. Silence is not consent.
 * Operators' calls never look at a cookie: no browser adds the token they need by itself.
 */
export function requireSameOrigin(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const mustBeOurs = !SAFE_METHODS.has(request.method) && isMembersCall(request)
    done(
      mustBeOurs && !isSameOrigin(request, publicOrigin) ? refuse(Code.ACCESS_DENIED) : undefined,
    )
  })
}

function isMembersCall(request: FastifyRequest): boolean {
  // The route that was found, not the path as it was written: /%761/ leads there too.
  const path = request.routeOptions.url ?? request.url
  return path.startsWith('/v1/') && !path.startsWith('/v1/operator/')
}

function isSameOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin === (publicOrigin ?? `${request.protocol}://${request.host}`)
}
