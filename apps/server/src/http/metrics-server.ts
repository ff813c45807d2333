import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Env } from '#/platform/process/env.ts'

export type MetricsServer = { address: string; close: () => Promise<void> }

/** Serves the metrics on a port of their own that members do not reach. */
export async function serveMetrics(
  { metrics }: Pick<Env, 'metrics'>,
  read: (() => Promise<string>) | undefined,
): Promise<MetricsServer | undefined> {
  if (!metrics || !read) return undefined
  const { host, port } = metrics
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}/metrics`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port')
  return address.port
}
