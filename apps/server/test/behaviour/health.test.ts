import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { isAnswering } from '#/platform/process/db.ts'
import { startTestApp } from '#test/test-app.ts'

test('a server with a reachable database is live and ready', async () => {
  const server = await startTestApp()

  const live = await server.app.inject('/healthz/live')
  const health = await server.app.inject('/healthz')
  await server.close()

  expect([live.statusCode, live.json()]).toEqual([200, { live: true }])
  expect([health.statusCode, health.json()]).toEqual([200, { live: true, ready: true }])
})

test('a server whose database is gone stays live, is not ready, and returns 9999 to calls', async () => {
  const server = await startTestApp()
  await server.database.close()

  const live = await server.app.inject('/healthz/live')
  const health = await server.app.inject('/healthz')
  const call = await server.app.inject({
    method: 'POST',
    url: '/v1/public/auth/login',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    payload: '{"email":"mina@harbor.example","password":"Abcdef1!"}',
  })
  await server.app.close()

  expect(live.statusCode).toBe(200)
  expect([health.statusCode, health.json()]).toEqual([503, { live: true, ready: false }])
  expect(call.json()).toEqual({ code: 9999, success: false, msg: '', data: null })
})

test('a database that never responds counts as gone', async () => {
  const hanging = { execute: () => new Promise(() => {}) } as unknown as Parameters<
    typeof isAnswering
  >[0]

  expect(await isAnswering(hanging, 1)).toBe(false)
})

test('a server that is stopping still returns envelopes to requests on an open connection', async () => {
  const server = await startTestApp()
  const gate = Promise.withResolvers<void>()
  const verifying = Promise.withResolvers<void>()
  const { passwords } = server.ctx
  server.ctx.passwords = {
    ...passwords,
    verify: async (hash, password) => {
      verifying.resolve()
      await gate.promise
      return passwords.verify(hash, password)
    },
  }
  const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  let replies = ''
  socket.on('data', (data) => (replies += String(data)))
  const login = '{"email":"mina@harbor.example","password":"Abcdef1!"}'
  const send = (call: string, body = '') =>
    socket.write(
      `${call} HTTP/1.1\r\nHost: solstice.test\r\nSec-Fetch-Site: same-origin\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )

  send('POST /v1/public/auth/login', login)
  await verifying.promise
  const closed = server.app.close()
  await expect.poll(() => server.app.server.listening).toBe(false)
  const arrived = once(server.app.server, 'request')
  send('GET /v1/private/users/me')
  await arrived
  gate.resolve()
  await once(socket, 'close')
  await closed
  await server.close()

  const bodies = [...replies.matchAll(/\r\n\r\n(\{.*?\})(?=HTTP|$)/g)].map(
    ([, body = '']) => JSON.parse(body) as unknown,
  )
  expect(bodies).toMatchObject([
    { code: Code.CREDENTIALS_INVALID, success: false },
    { code: Code.TOKEN_EXPIRED, success: false },
  ])
})
