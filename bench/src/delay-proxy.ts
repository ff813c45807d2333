import { createConnection, createServer, type Socket } from 'node:net'

export type DelayProxy = {
  /** The same server behind the proxy. */
  url: string
  /** Sets the added round trip, half of it in each direction. */
  setRoundTrip: (ms: number) => void
  close: () => void
}

/** Forwards TCP connections to a server on this machine and delays every chunk. */
export async function startDelayProxy(target: string): Promise<DelayProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let oneWayMs = 0

  /** Chunks keep their order, because all timers of one delay fire in the order of their start. */
  const forward = (from: Socket, to: Socket): void => {
    const later = (run: () => void) => (oneWayMs === 0 ? run() : setTimeout(run, oneWayMs))
    from.on('data', (chunk: Buffer) => later(() => to.write(chunk)))
    from.on('end', () => later(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
    from.setNoDelay(true)
    sockets.add(from)
  }
  const server = createServer((client) => {
    const upstream = createConnection(Number(port), hostname)
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    url: `http://localhost:${address.port}`,
    setRoundTrip: (ms) => {
      oneWayMs = ms / 2
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
