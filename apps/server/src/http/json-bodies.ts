import type { FastifyInstance } from 'fastify'

/** A body is JSON or it is refused; a call without one may still announce the type, as many clients do. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, body.toString(), done)
  })
}
