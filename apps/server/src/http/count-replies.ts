import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '@solstice/contract/codes'
import type { Metrics } from '#/platform/process/context.ts'

/** Counts every response by its route pattern, because a path may contain personal data. */
export function countReplies(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.replied({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      code: codeOf(request, reply),
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
}

function codeOf({ routeOptions }: FastifyRequest, reply: FastifyReply): string {
  const refused = reply.refusalCode
  if (refused !== undefined) return String(refused)
  return routeOptions.url?.startsWith('/v1/') ? String(Code.SUCCESS) : ''
}
