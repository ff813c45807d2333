import { expect, test } from 'vitest'
import { isAnswering } from '#/platform/db.ts'
import { startTestApp } from '#/testing/test-app.ts'

test('a server whose database answers is live and ready', async () => {
  const server = await startTestApp()

  const live = await server.app.inject('/healthz/live')
  const health = await server.app.inject('/healthz')
  await server.close()

  expect([live.statusCode, live.json()]).toEqual([200, { live: true }])
  expect([health.statusCode, health.json()]).toEqual([200, { live: true, ready: true }])
})

test('a server whose database is gone stays live, is not ready, and answers calls with 9999', async () => {
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

test('a database that never answers counts as gone', async () => {
  const hanging = { execute: () => new Promise(() => {}) } as unknown as Parameters<
    typeof isAnswering
  >[0]

  expect(await isAnswering(hanging, 1)).toBe(false)
})
