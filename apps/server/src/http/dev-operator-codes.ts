import type { FastifyInstance } from 'fastify'
import { currentOperatorCode } from '#/modules/operator/development-code.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { isFromLoopback } from './loopback.ts'

/**
 * Serves the current code of an operator's authenticator app, on this machine only. Production
 * never mounts it.
 */
export function serveOperatorCodes(ctx: AppContext, app: FastifyInstance): void {
  app.get<{ Querystring: { email?: unknown } }>('/dev/operator-code', async (request, reply) => {
    const { email } = request.query
    if (!isFromLoopback(request) || typeof email !== 'string') return reply.callNotFound()
    const code = await currentOperatorCode(ctx, email)
    return code === undefined ? reply.callNotFound() : { code }
  })
}
