import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code } from '@solstice/contract/codes'
import { refuse } from '#/platform/refusal.ts'

/** Serves the built app; every path that is neither a file nor a call opens it, so that deep links survive a reload. */
export async function serveWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const built = folder !== undefined && existsSync(folder)
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Names under assets/ carry a hash of their content; everything else may change with a release.
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (isCall(request)) throw refuse(Code.NOT_FOUND)
    if (built && isPage(request)) return reply.sendFile('index.html')
    return reply.status(404).type('text/plain').send('Not found\n')
  })
}

function isCall(request: FastifyRequest): boolean {
  return /^\/v1(\/|\?|$)/.test(request.url)
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? ''
  const reserved = path.startsWith('/dev/') || path.startsWith('/healthz')
  return ['GET', 'HEAD'].includes(request.method) && !reserved && extname(path) === ''
}
