import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Source maps are large and rarely requested, so they are not kept in memory. */
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Precompressed forms, preferred first, and the ends of their names. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * The worker that holds keys and the one that verifies the points log; their precompressed forms are
 * separate files.
 */
export const WORKER = /\/assets\/(?:log-)?worker-[\w-]+\.js(?:\.br|\.gz)?$/
/** A worker has its own policy instead of the page's: it must not load or connect anywhere. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'none'"

/** Names under assets/ contain a hash of their content. */
export const CACHED_FOR_A_YEAR = 'public, max-age=31536000, immutable'

/** Returns the encodings of an Accept-Encoding header, except those with the weight 0. */
export function acceptedEncodings(header: unknown): Set<string> {
  const entries = typeof header === 'string' ? header.toLowerCase().split(',') : []
  const isAccepted = (entry: string) => !/;\s*q=0(?:\.0*)?\s*$/.test(entry)
  return new Set(entries.filter(isAccepted).map((entry) => (entry.split(';', 1)[0] ?? '').trim()))
}

/**
 * Serves the files under assets/. Their names contain a hash of their content, so each is read once
 * and then kept in memory: a page loads dozens of them, and looking one up on the disk takes longer
 * than sending it.
 */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  const names = new Set(await readdir(assets).catch(() => []))
  const contents = new Map<string, Buffer>()
  const contentOf = async (name: string): Promise<Buffer | undefined> => {
    const known = contents.get(name)
    if (known) return known
    // The next release may have replaced the folder.
    const content = await readFile(join(assets, name)).catch(() => undefined)
    if (content) contents.set(name, content)
    return content
  }
  const send = async (reply: FastifyReply, name: string): Promise<FastifyReply> => {
    const accepted = acceptedEncodings(reply.request.headers['accept-encoding'])
    const [encoding, ending = ''] =
      ENCODINGS.find(([code, end]) => accepted.has(code) && names.has(name + end)) ?? []
    const etag = `"${name}${ending}"`
    const content = names.has(name) ? await contentOf(name + ending) : undefined
    if (!content) {
      reply.callNotFound()
      return reply
    }
    reply
      .header('cache-control', CACHED_FOR_A_YEAR)
      .header('vary', 'accept-encoding')
      .header('etag', etag)
    if (WORKER.test(`/assets/${name}`)) {
      reply.header('content-security-policy', WORKER_POLICY)
    }
    if (reply.request.headers['if-none-match'] === etag) return reply.status(304).send()
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.type(TYPES[extname(name)] ?? '').send(content)
  }
  const extensions = Object.keys(TYPES).map((extension) => extension.slice(1))
  app.get<{ Params: { name: string } }>(
    `/assets/:name(^[\\w.-]+\\.(?:${extensions.join('|')})$)`,
    ({ params: { name } }, reply) => send(reply, name),
  )
}
