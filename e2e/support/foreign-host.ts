import { createServer } from 'node:http'

/**
 * Starts another origin that answers every page, so that only the app's own policy can block a
 * call.
 */
export async function startForeignHost() {
  const requests: string[] = []
  const host = createServer((request, reply) => {
    requests.push(request.url ?? '')
    reply.writeHead(200, { 'access-control-allow-origin': '*' }).end('received')
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const address = host.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => new Promise((resolve) => host.close(resolve))
  return { url: `http://127.0.0.1:${port}`, requests, close }
}
