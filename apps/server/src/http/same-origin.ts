import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code } from '@solstice/contract/codes'
import { refuse } from '#/platform/process/refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Requires that a change comes from our own page, because browsers send cookies with every request.
 * Browsers declare it in Sec-Fetch-Site, older ones in Origin; without either the request is
 * rejected. Operators' calls are exempt: they use a token that no browser sends by itself.
 */
export function requireSameOrigin(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const mustBeSameOrigin = !SAFE_METHODS.has(request.method) && isMembersCall(request)
    done(
      mustBeSameOrigin && !isSameOrigin(request, publicOrigin)
        ? refuse(Code.ACCESS_DENIED)
        : undefined,
    )
  })
}

function isMembersCall(request: FastifyRequest): boolean {
  // Checks the matched route instead of the raw path, because /%761/ leads there too.
  const path = request.routeOptions.url ?? request.url
  return path.startsWith('/v1/') && !path.startsWith('/v1/operator/')
}

function isSameOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin === (publicOrigin ?? `${request.protocol}://${request.host}`)
}
