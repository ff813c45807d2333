import { endpoints } from '@solstice/contract/catalogue'
import type { Endpoint } from '@solstice/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('every call forbids caches to store its response, except for the time that the contract names', async () => {
  const calls: readonly Endpoint[] = Object.values(endpoints)
  const stored: string[] = []
  for (const { method, path, cacheSeconds } of calls) {
    const url = path.replaceAll(/\{\w+\}/g, '1')
    const { headers } = await server.app.inject({ method, url, headers: { origin: ORIGIN } })
    const expected = cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`
    if (headers['cache-control'] !== expected) stored.push(`${method} ${path}`)
  }
  expect(stored).toEqual([])
})

test('responses with a member’s own data forbid caches to store them', async () => {
  const member = await signUpMember(server)

  const { status, headers } = await member.call('users.profile', {})

  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
})
