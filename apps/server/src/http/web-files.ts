import type { WebSettings } from '@solstice/contract/web-settings'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code } from '@solstice/contract/codes'
import { refuse } from '#/platform/process/refusal.ts'
import { compressedPage } from './compressed-page.ts'
import { answer } from './errors.ts'
import { CACHED_FOR_A_YEAR, WORKER_POLICY, WORKER, serveAssets } from './web-assets.ts'
import { serveManifests } from './web-manifests.ts'
import { withEnvironment, withSettings, type SystemName } from './web-settings.ts'

/**
 * Serves the built app. Every path that is neither a file nor a call opens it, so that deep links
 * survive a reload.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string | undefined,
  settings: WebSettings,
  environment?: SystemName,
): Promise<void> {
  const built = folder !== undefined && existsSync(join(folder, 'index.html'))
  const page = built
    ? withSettings(await readFile(join(folder, 'index.html'), 'utf8'), settings)
    : ''
  const html = environment === undefined ? page : withEnvironment(page, environment)
  const sendPage = await compressedPage(html)
  if (built) {
    app.get('/', (_request, reply) => sendPage(reply))
    app.get('/index.html', (_request, reply) => sendPage(reply))
    await app.register(async (files) => {
      // A path that cannot be a file, such as one with two slashes, is still a route of the app.
      files.setErrorHandler((error: Error, request, reply) =>
        isPage(request) ? sendPage(reply) : answer(error, request, reply),
      )
      await serveRecovery(files, folder)
      await serveManifests(files, folder)
      await serveAssets(files, folder)
      await files.register(fastifyStatic, {
        root: folder,
        index: false,
        preCompressed: true,
        setHeaders: (reply, path) => {
          // Everything outside assets/ may change with a release.
          const hashed = path.startsWith(join(folder, 'assets', '/'))
          reply.header('cache-control', hashed ? CACHED_FOR_A_YEAR : 'no-cache')
          if (WORKER.test(path)) reply.header('content-security-policy', WORKER_POLICY)
        },
      })
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (isCall(request)) throw refuse(Code.NOT_FOUND)
    if (built && isPage(request)) return sendPage(reply)
    return reply.status(404).type('text/plain').send('Not found\n')
  })
}

/**
 * Serves the recovery page independently of settings, session and maintenance. Its own policy
 * forbids loading anything; as a header it also prevents framing.
 */
async function serveRecovery(app: FastifyInstance, folder: string): Promise<void> {
  const file = join('recovery', 'index.html')
  const page = await readFile(join(folder, file), 'utf8').catch(() => '')
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  if (policy === undefined) return
  for (const path of ['/recovery', '/recovery/', '/recovery/index.html']) {
    app.get(path, (_request, reply) =>
      reply
        .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
        .sendFile(file, folder),
    )
  }
}

function isCall(request: FastifyRequest): boolean {
  return /^\/v1(\/|\?|$)/.test(request.url)
}

/**
 * Returns whether the request is for a route of the app. Routes have no dot in their last part, so
 * a path with one is a missing file.
 */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? ''
  const reserved = path.startsWith('/dev/') || path.startsWith('/healthz')
  const isFile = path.slice(path.lastIndexOf('/')).includes('.')
  return ['GET', 'HEAD'].includes(request.method) && !reserved && !isFile
}
