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

test('no cache may store the reply of any call, whether it succeeds or not', async () => {
  const calls: readonly Endpoint[] = Object.values(endpoints)
  const stored: string[] = []
  for (const { method, path } of calls) {
    const url = path.replaceAll(/\{\w+\}/g, '1')
    const { headers } = await server.app.inject({ method, url, headers: { origin: ORIGIN } })
    if (headers['cache-control'] !== 'no-store') stored.push(`${method} ${path}`)
  }
  expect(stored).toEqual([])
})

test('no cache may store what a member reads about themselves', async () => {
  const member = await signUpMember(server)

  const { status, headers } = await member.call('users.profile', {})

  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
})
