import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP address in front of another one, whose connections can be cut and refused. */
export type Link = {
  port: number
  cut: () => void
  mend: () => void
  close: () => void
}

export async function openLink(targetPort: number): Promise<Link> {
  const sockets = new Set<Socket>()
  let isCut = false
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = track(createConnection(targetPort, '127.0.0.1'))
    track(client).pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    cut: () => {
      isCut = true
      closeAll()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      server.close()
      closeAll()
    },
  }
}
