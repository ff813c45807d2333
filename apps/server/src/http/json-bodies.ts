import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; empty if there was none. */
    bodyText: string
  }
}

/**
 * Accepts only JSON bodies. A call without a body may still declare the type, as many clients do.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text === '') return done(null, undefined)
    request.bodyText = text
    return parse(request, text, done)
  })
}
