import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '#/platform/process/context.ts'
import { currentMaintenance } from './maintenance.service.ts'

const TOKEN_TTL = '604800s'

const installation = z.looseObject({ fid: z.string().min(1).max(64).optional(), appId: z.string() })

/**
 * Implements the two services of the app's remote-config library for deployments without a Google
 * project. They serve one public flag, so their tokens grant nothing.
 */
export async function remoteConfigRoutes(ctx: AppContext, app: FastifyInstance): Promise<void> {
  await app.register(async (service) => {
    // The services may run on another host than the app, as the originals do.
    service.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*')
      reply.header('access-control-expose-headers', 'ETag')
      reply.header('cross-origin-resource-policy', 'cross-origin')
      reply.header('cache-control', 'no-store')
    })
    service.options('/remote-config/*', async (_request, reply) =>
      reply
        .header('access-control-allow-methods', 'POST, DELETE')
        .header('access-control-allow-headers', '*')
        .header('access-control-max-age', '86400')
        .status(204)
        .send(),
    )

    service.post<{ Params: { project: string } }>(
      '/remote-config/installations/v1/projects/:project/installations',
      async (request, reply) => {
        const body = installation.safeParse(request.body)
        if (!body.success) return reply.status(400).send(invalidArgument())
        const fid = body.data.fid ?? newToken(ctx).slice(0, 22)
        return {
          name: `projects/${request.params.project}/installations/${fid}`,
          fid,
          refreshToken: newToken(ctx),
          authToken: { token: newToken(ctx), expiresIn: TOKEN_TTL },
        }
      },
    )
    service.post(
      '/remote-config/installations/v1/projects/:project/installations/:fid/authTokens::generate',
      async () => ({ token: newToken(ctx), expiresIn: TOKEN_TTL }),
    )

    service.post<{ Params: { project: string } }>(
      '/remote-config/v1/projects/:project/namespaces/firebase::fetch',
      async (request, reply) => {
        const { version, config } = await currentMaintenance(ctx)
        const project = encodeURIComponent(request.params.project)
        const etag = `etag-${project}-firebase-fetch-${version}`
        reply.header('etag', etag)
        if (request.headers['if-none-match'] === etag) return reply.status(304).send()
        return {
          entries: { maintenance: JSON.stringify(config) },
          state: 'UPDATE',
          templateVersion: String(version),
        }
      },
    )
  })
}

function newToken(ctx: AppContext): string {
  return Buffer.from(ctx.randomBytes(32)).toString('base64url')
}

function invalidArgument() {
  return { error: { code: 400, message: 'Invalid installation', status: 'INVALID_ARGUMENT' } }
}
