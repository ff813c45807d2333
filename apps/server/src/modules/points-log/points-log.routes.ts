import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseTilePath } from '@solstice/points-log/tile'
import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { memberLog } from './member-log.service.ts'
import { newestCheckpoint, publishedTile, verifierKeyOf } from './points-log.service.ts'

export function pointsLogRoutes(ctx: AppContext, mount: Mount): void {
  mount('pointsLog.mine', ({ query, session }) => memberLog(ctx, session.memberId, query))
}

/** Anybody may read the log from any page; it contains nothing but commitments. */
function publicly(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
}

/** Serves the points log as C2SP tlog-tiles: static files, so that caches and other tools can read it. */
export function servePointsLog(ctx: AppContext, app: FastifyInstance): void {
  app.get('/log/checkpoint', async (_request, reply) => {
    const { note } = await newestCheckpoint(ctx.db, ctx)
    return publicly(reply)
      .header('cache-control', 'public, max-age=2')
      .type('text/plain; charset=utf-8')
      .send(note)
  })
  app.get('/log/key', async (_request, reply) =>
    publicly(reply)
      .header('cache-control', 'public, max-age=300')
      .type('text/plain; charset=utf-8')
      .send(`${verifierKeyOf(ctx)}\n`),
  )
  app.get<{ Params: { '*': string } }>('/log/tile/*', async (request, reply) => {
    const tile = parseTilePath(`tile/${request.params['*']}`)
    const content = tile && (await publishedTile(ctx, tile))
    if (!content) return reply.callNotFound()
    if (tile.level === 'entries') reply.header('content-encoding', 'gzip')
    return publicly(reply)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/octet-stream')
      .send(content)
  })
}
