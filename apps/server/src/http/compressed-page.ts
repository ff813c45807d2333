import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { acceptedEncodings } from './web-assets.ts'

type SendPage = (reply: FastifyReply) => FastifyReply

/**
 * Returns a function that sends a page, compressed if the browser accepts it. The page is the same
 * for everybody and has no secret, so it is compressed once, at the start.
 */
export async function compressedPage(html: string): Promise<SendPage> {
  const forms = [
    ['br', await promisify(brotliCompress)(html)],
    ['gzip', await promisify(gzip)(html)],
  ] as const
  return (reply) => {
    const accepted = acceptedEncodings(reply.request.headers['accept-encoding'])
    const [encoding, form] = forms.find(([code]) => accepted.has(code)) ?? []
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    return encoding === undefined
      ? reply.send(html)
      : reply.header('content-encoding', encoding).send(form)
  }
}
