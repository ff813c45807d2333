import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { CACHED_FOR_A_YEAR } from './web-assets.ts'

const PAGE = 'preview.html'
const PREFIX = '/preview/'

/**
 * The page runs as if it had an origin of its own, even when it is not opened in the console's
 * frame: without the operator's cookies and storage, and without any network.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'sandbox allow-scripts',
].join('; ')

/** A sandboxed page has no origin, so its own files are those of another site to it. */
const READABLE_BY_ALL = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Serves the built preview of the members' app, which the console shows in a frame. */
export async function servePreview(
  app: FastifyInstance,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined || !existsSync(join(folder, PAGE))) return
  const page = await readFile(join(folder, PAGE), 'utf8')
  const sendPage = (reply: FastifyReply): FastifyReply =>
    reply
      .headers(READABLE_BY_ALL)
      .header('content-security-policy', PAGE_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  app.get(PREFIX, (_request, reply) => sendPage(reply))
  app.get(`${PREFIX}${PAGE}`, (_request, reply) => sendPage(reply))
  await app.register(async (files) => {
    await files.register(fastifyStatic, {
      root: folder,
      prefix: PREFIX,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(folder, 'assets', '/'))
        reply.headers({
          ...READABLE_BY_ALL,
          'cache-control': hashed ? CACHED_FOR_A_YEAR : 'no-cache',
        })
      },
    })
  })
}
