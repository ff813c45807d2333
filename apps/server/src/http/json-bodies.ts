import type { FastifyInstance, FastifyRequest } from 'fastify'

const texts = new WeakMap<FastifyRequest, string>()

/** The body as it was sent; empty where there was none. */
export const bodyTextOf = (request: FastifyRequest): string => texts.get(request) ?? ''

/** A body is JSON or it is refused; a call without one may still announce the type, as many clients do. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text === '') return done(null, undefined)
    texts.set(request, text)
    return parse(request, text, done)
  })
}
