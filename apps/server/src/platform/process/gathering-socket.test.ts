import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { GatheringSocket } from './gathering-socket.ts'

test('sends what is written in one turn in one system call, in order', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const socket = new GatheringSocket()
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [received] = (await accepted) as [Socket]
  if (socket.connecting) await once(socket, 'connect')
  const calls = vi.spyOn(socket, '_writev')

  for (const statement of ['one', 'two', 'three']) {
    socket.cork()
    socket.write(`${statement} `)
    socket.write('sync ')
    socket.uncork()
  }
  socket.write('commit')
  await new Promise(setImmediate)
  expect(calls).toHaveBeenCalledTimes(1)
  socket.end()

  expect(await text(received)).toBe('one sync two sync three sync commit')
  server.close()
})
