import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { Code, httpStatusOf } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { urlOf } from '#/testing/call-url.ts'
import { PATH_IDS, type OwnCall } from '#/testing/owned-ids.ts'
import { ORIGIN, startTestApp, type TestApp } from '#/testing/test-app.ts'
import { signUpMember, type Browser } from '#/testing/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
})
afterAll(() => server.close())

const withIds = (Object.keys(endpoints) as CallId[]).filter((id) => {
  const { access, path }: Endpoint = endpoints[id]
  return access === 'member' && path.includes('{')
})

async function send(browser: Browser, id: CallId, call: OwnCall) {
  const { method, path }: Endpoint = endpoints[id]
  const response = await server.app.inject({
    method,
    url: urlOf(path, call),
    headers: {
      origin: ORIGIN,
      cookie: Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; '),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
  })
  return { status: response.statusCode, code: response.json<{ code: number }>().code }
}

describe('an id in a path', () => {
  test('is said to be owned or shared, for every call that has one', () => {
    expect(withIds.filter((id) => !PATH_IDS[id])).toEqual([])
  })

  test.each(withIds.filter((id) => PATH_IDS[id]?.kind === 'owned'))(
    'of another member answers 2901 to %s, and the own one does not',
    async (id) => {
      const ids = PATH_IDS[id]
      if (ids?.kind !== 'owned') throw new Error('Only owned ids come here')
      const owner = await signUpMember(server)
      const stranger = await signUpMember(server)
      const call = await ids.make(server, owner)

      const foreign = await send(stranger, id, call)
      const own = await send(owner, id, call)

      const code = ids.foreign ?? Code.NOT_FOUND
      expect(foreign).toEqual({ status: httpStatusOf(code), code })
      expect(own.code).toBe(0)
    },
  )
})
