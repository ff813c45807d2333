import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Devnet } from '@solstice/devnet/devnet'
import { LOCAL_RPC_PATH } from '#/modules/network/network.service.ts'

/** Fits a large contract, because deployments are the longest requests. */
const BODY_LIMIT_BYTES = 256 * 1024

/**
 * Serves the chains of this process as nodes on the app's own origin, so that every device that
 * reaches the app reaches them, also through a tunnel. Cookies are ignored. Development only.
 */
export function serveLocalChains(
  app: FastifyInstance,
  devnet: Devnet,
  publicOrigin: string | undefined,
): void {
  const allow = (request: FastifyRequest, reply: FastifyReply) => {
    const { origin } = request.headers
    if (origin === undefined || !isOwn(origin, request, publicOrigin)) return
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-allow-methods', 'POST')
      .header('vary', 'origin')
  }
  const path = `${LOCAL_RPC_PATH}/:chainId`

  app.options(path, async (request, reply) => {
    allow(request, reply)
    return reply.status(204).send()
  })

  app.post<{ Params: { chainId: string } }>(
    path,
    { bodyLimit: BODY_LIMIT_BYTES },
    async (request, reply) => {
      allow(request, reply)
      const chain = devnet.chains.get(Number(request.params.chainId))
      if (!chain) return reply.callNotFound()
      try {
        return await chain.node.answer(request.body)
      } catch (error) {
        if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) {
          throw error
        }
        return reply.status(error.status).type('text/plain').send('Out of order')
      }
    },
  )
}

/** Allows the app and the development build server. */
function isOwn(origin: string, request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (origin === (publicOrigin ?? `${request.protocol}://${request.host}`)) return true
  return URL.canParse(origin) && ['localhost', '127.0.0.1'].includes(new URL(origin).hostname)
}
