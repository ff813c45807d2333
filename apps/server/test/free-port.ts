import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type Server, createServer } from 'node:net'

/**
 * Linux assigns ports from 32,768 on. Those below are not given to a server or connection of another
 * test between this check and their use.
 */
const FIRST_PORT = 12_000
const LAST_PORT = 31_999

/** Returns a port of this machine that is not in use. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** Returns several free ports, which differ because all of them are open at the same time. */
export async function freePorts(count: number): Promise<number[]> {
  const open = new Map<number, Server>()
  while (open.size < count) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) open.set(port, server)
  }
  await Promise.all(Array.from(open.values(), (server) => once(server.close(), 'close')))
  return Array.from(open.keys())
}
