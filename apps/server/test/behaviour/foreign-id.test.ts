import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { Code, httpStatusOf } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import { urlOf } from '#test/call-url.ts'
import { PATH_IDS, type OwnCall } from '#test/owned-ids.ts'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { aWallet } from '#test/test-wallet.ts'

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
  return { status: response.statusCode, ...response.json<Envelope>() }
}

/** Returns the same path with a last id that does not exist. */
function unknownIds(params: OwnCall['params']): OwnCall['params'] {
  const [name, id] = Object.entries(params).at(-1) ?? ['', '']
  const isAddress = String(id).startsWith('0x')
  const unknown = isAddress ? aWallet().address : 'nobodys-device'
  const isEntry = String(id).startsWith('history:')
  const text = isEntry ? 'history:2000000000' : unknown
  return { ...params, [name]: typeof id === 'number' ? 2_000_000_000 : text }
}

describe('an id in a path', () => {
  test('is declared as owned or shared for every call that has one', () => {
    expect(withIds.filter((id) => !PATH_IDS[id])).toEqual([])
  })

  test.each(withIds.filter((id) => PATH_IDS[id]?.kind === 'owned'))(
    'returns 2901 to %s when it belongs to another member, and succeeds for the owner',
    async (id) => {
      const ids = PATH_IDS[id]
      if (ids?.kind !== 'owned') throw new Error('Expected an owned id')
      const owner = await signUpMember(server)
      const stranger = await signUpMember(server)
      const call = await ids.make(server, owner)
      // The stranger owns the same resources and has entered their own PIN; only the id belongs to
      // another member.
      const theirs = await ids.make(server, stranger)

      const foreign = await send(stranger, id, { ...theirs, params: call.params })
      const unknown = await send(stranger, id, { ...theirs, params: unknownIds(call.params) })
      const own = await send(owner, id, call)
      const strangersOwn = await send(stranger, id, theirs)

      const code = ids.foreign ?? Code.NOT_FOUND
      expect(foreign).toMatchObject({ status: httpStatusOf(code), code, data: null })
      expect(unknown).toEqual(foreign)
      expect([own.code, strangersOwn.code]).toEqual([0, 0])
    },
  )
})
