import type { FastifyInstance } from 'fastify'
import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { addPicture, listPictures, loadPicture, MEDIA_PATH, readUpload } from './media.service.ts'
import type { EncodedPicture } from './picture-encoding.ts'

export function mediaRoutes(ctx: AppContext, mount: Mount): void {
  mount('media.list', ({ query }) => listPictures(ctx, query))
  mount(
    'media.add',
    ({ operator, body, tx }, picture: EncodedPicture) =>
      addPicture(tx, ctx, operator, { name: body.name, picture }),
    ({ body }) => readUpload(body.data),
  )
}

/**
 * Serves uploaded pictures to members and operators. A path names the hash of its bytes, so they
 * never change and every cache may keep them.
 */
export function serveMedia(ctx: AppContext, app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(`${MEDIA_PATH}/:file`, async (request, reply) => {
    const picture = await loadPicture(ctx, request.params.file)
    if (!picture) return reply.status(404).type('text/plain').send('Not found\n')
    // Opened directly, the file must not run or load anything.
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('x-content-type-options', 'nosniff')
    // The preview of a season has no origin, so every picture is one of another site to it.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.type('image/webp').send(picture)
  })
}
