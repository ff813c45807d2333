import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { startDelayProxy } from './delay-proxy.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Lets the sockets work until the proxy has started the timer of a chunk. */
async function untilDelayed(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
}

test('delays each direction by half of the round trip', async () => {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk.toString())
      socket.write('answer')
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const proxy = await startDelayProxy(`http://localhost:${port}`)
  proxy.setRoundTrip(100)
  const client = createConnection(Number(new URL(proxy.url).port), 'localhost')
  await once(client, 'connect')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  client.write('request')
  await untilDelayed()
  vi.advanceTimersByTime(49)
  const early = [...received]
  const answered = once(client, 'data')
  vi.advanceTimersByTime(1)
  await untilDelayed()
  vi.advanceTimersByTime(50)
  const [answer] = (await answered) as [Buffer]

  expect(early).toEqual([])
  expect(received).toEqual(['request'])
  expect(answer.toString()).toBe('answer')
  client.destroy()
  proxy.close()
  server.close()
})
