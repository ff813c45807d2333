import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { expect, test as base } from './fixtures.ts'

export { expect }

type Network = {
  url: string
  /** Resets every open and new connection until `restore`. */
  disconnect: () => void
  restore: () => void
}

async function startNetwork(serverUrl: string): Promise<Network & { stop: () => void }> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isDisconnected = false
  const proxy = createServer((inbound) => {
    if (isDisconnected) {
      inbound.resetAndDestroy()
      return
    }
    const outbound = connect(Number(port), hostname)
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      // The close event after an error ends the other half.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, hostname, resolve))
  const closeAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    // A server on a port has an address, never the path of a pipe.
    url: `http://${hostname}:${(proxy.address() as AddressInfo).port}`,
    disconnect: () => {
      isDisconnected = true
      closeAll()
    },
    restore: () => {
      isDisconnected = false
    },
    stop: () => {
      closeAll()
      proxy.close()
    },
  }
}

/**
 * Pages reach the server through a TCP proxy that a test can sever. The browser's own emulation is
 * not used: Chromium resets `navigator.onLine` to true in a document opened offline.
 */
export const test = base.extend<{ network: Network }>({
  network: async ({ server }, use) => {
    const network = await startNetwork(server.url)
    await use(network)
    network.stop()
  },

  baseURL: async ({ network }, use) => {
    await use(network.url)
  },
})
