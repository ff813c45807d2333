import { authEndpoints } from '@solstice/contract/auth.endpoints'
import { usersEndpoints } from '@solstice/contract/users.endpoints'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApiClient } from './api-client.ts'
import type { ApiClientDeps } from './api-client.ts'
import { ApiError } from '@solstice/ui/api-error.ts'

const me = usersEndpoints['users.me']
const REISSUE = '/v1/public/auth/reissue'

type Reply = { status?: number; code?: number; msg?: string; data?: unknown; time?: string }
type Request = { url: string; init: RequestInit }

function reply({ status = 200, code = 0, msg = '', data = null, time }: Reply): Response {
  return new Response(JSON.stringify({ code, success: code === 0, msg, data }), {
    status,
    ...(time && { headers: { 'x-server-time': time } }),
  })
}

const expired = () => reply({ status: 401, code: 9993 })

function aClient(
  answer: (request: Request, count: number) => Response | Promise<Response>,
  deps: Partial<ApiClientDeps> = {},
) {
  const requests: Request[] = []
  const onSessionLost = vi.fn<ApiClientDeps['onSessionLost']>(async () => {})
  const onReply = vi.fn<ApiClientDeps['onReply']>()
  const onNetworkError = vi.fn<() => void>()
  const call = createApiClient({
    fetch: async (input, init = {}) => {
      const request = { url: typeof input === 'string' ? input : '', init }
      requests.push(request)
      return answer(request, requests.filter(({ url }) => url === request.url).length)
    },
    proveDevice: async () => undefined,
    language: () => 'ko',
    isSignedOut: () => false,
    onSessionLost,
    onReply,
    onNetworkError,
    ...deps,
  })
  const count = (path: string) => requests.filter(({ url }) => url === path).length
  return { call, requests, count, onSessionLost, onReply, onNetworkError }
}

afterEach(() => {
  vi.useRealTimers()
})

test('returns the data of code 0 and sends cookies, language and no content type without a body', async () => {
  const { call, requests } = aClient(() => reply({ data: { userId: 7 } }))

  await expect(call(me, {})).resolves.toEqual({ userId: 7 })

  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({
    url: me.path,
    init: { method: 'GET', credentials: 'include', headers: { 'accept-language': 'ko' } },
  })
  expect(requests[0]?.init.headers).not.toHaveProperty('content-type')
  expect(requests[0]?.init).not.toHaveProperty('body')
})

test('sends a body as JSON to its own origin', async () => {
  const { call, requests } = aClient(() => reply({}))

  await call(authEndpoints['auth.sendSignUpCode'], { body: { email: 'a@b.c' } })

  expect(requests[0]?.url).toBe('/v1/public/auth/signup/email/send')
  expect(requests[0]?.init).toMatchObject({
    headers: { 'content-type': 'application/json' },
    body: '{"email":"a@b.c"}',
  })
})

test("treats another code as a failure even with status 200, and keeps the server's message", async () => {
  const { call } = aClient(() => reply({ code: 1003, msg: 'No.', data: { left: 2 } }))

  await expect(call(me, {})).rejects.toMatchObject({
    name: 'ApiError',
    code: 1003,
    status: 200,
    msg: 'No.',
    data: { left: 2 },
  })
})

test('accepts a named success code only for the profile, and never with an error status', async () => {
  const named = (status = 200) =>
    new Response(JSON.stringify({ code: 'SUCCESS', success: true, msg: '', data: { a: 1 } }), {
      status,
    })
  const profile = usersEndpoints['users.profile']

  await expect(aClient(() => named()).call(profile, {})).resolves.toEqual({ a: 1 })

  await expect(aClient(() => named()).call(me, {})).rejects.toBeInstanceOf(ApiError)
  await expect(aClient(() => named(500)).call(profile, {})).rejects.toBeInstanceOf(ApiError)
  const faulty = aClient(() => reply({ status: 500, code: 0, data: { walletAddress: null } }))
  await expect(faulty.call(profile, {})).rejects.toMatchObject({ status: 500 })
})

test.each([
  ['a page that is not JSON', () => new Response('<html>', { status: 502 }), 502],
  ['JSON that is not an envelope', () => new Response('[]', { status: 200 }), 200],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 0],
])('fails with an empty message on %s', async (_name, answer, status) => {
  const { call } = aClient(answer)

  await expect(call(me, {})).rejects.toMatchObject({
    name: 'ApiError',
    code: undefined,
    msg: '',
    status,
  })
})

test('reports a request without a reply as a network error, and every reply as a reply', async () => {
  const lost = aClient(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(lost.call(me, {})).rejects.toThrow(ApiError)
  expect(lost.onNetworkError).toHaveBeenCalledTimes(1)
  expect(lost.onReply).not.toHaveBeenCalled()

  const faulty = aClient(() => new Response('<html>', { status: 502 }))
  await expect(faulty.call(me, {})).rejects.toThrow(ApiError)
  expect(faulty.onReply).toHaveBeenCalledTimes(1)
  expect(faulty.onNetworkError).not.toHaveBeenCalled()
})

test('times out after 30 seconds, not before', async () => {
  vi.useFakeTimers()
  const { call, onNetworkError } = aClient(
    ({ init }) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  )
  const outcome = vi.fn<(error: unknown) => void>()
  const settled = call(me, {}).catch(outcome)

  await vi.advanceTimersByTimeAsync(29_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await settled

  expect(outcome.mock.calls[0]?.[0]).toBeInstanceOf(ApiError)
  expect(onNetworkError).not.toHaveBeenCalled()
})

test("passes on a caller's own cancellation unchanged", async () => {
  const controller = new AbortController()
  const cancelled = new DOMException('', 'AbortError')
  const { call } = aClient(() => {
    controller.abort()
    throw cancelled
  })

  await expect(call(me, {}, { signal: controller.signal })).rejects.toBe(cancelled)
})

test('passes on the server time of every reply', async () => {
  const { call, onReply } = aClient(() => reply({ time: '2026-06-23T05:41:00.000Z' }))

  await call(me, {})

  expect(onReply).toHaveBeenCalledWith('2026-06-23T05:41:00.000Z', 200)
})

test('refreshes once for three calls that expired together, and all three succeed', async () => {
  let isFresh = false
  const { call, count } = aClient(async ({ url }) => {
    if (url === REISSUE) {
      await Promise.resolve()
      isFresh = true
      return reply({ data: {} })
    }
    return isFresh ? reply({ data: { userId: 1 } }) : expired()
  })

  const members = await Promise.all([call(me, {}), call(me, {}), call(me, {})])

  expect(members).toEqual([{ userId: 1 }, { userId: 1 }, { userId: 1 }])
  expect(count(REISSUE)).toBe(1)
  expect(count(me.path)).toBe(6)
})

test('only retries a call whose 401 arrives after the refresh of another', async () => {
  let isFresh = false
  let releaseSlowResponse = () => {}
  const slowWait = new Promise<void>((resolve) => {
    releaseSlowResponse = resolve
  })
  const { call, count } = aClient(async ({ url }, times) => {
    if (url === REISSUE) {
      isFresh = true
      return reply({ data: {} })
    }
    if (times === 1) {
      await slowWait
      return expired()
    }
    return isFresh ? reply({ data: {} }) : expired()
  })

  const slow = call(me, {})
  await call(me, {})
  releaseSlowResponse()
  await slow

  expect(count(REISSUE)).toBe(1)
})

test('does not refresh when no member is signed in', async () => {
  const { call, count, onSessionLost } = aClient(expired, { isSignedOut: () => true })

  await expect(call(me, {})).rejects.toMatchObject({ status: 401 })

  expect(count(REISSUE)).toBe(0)
  expect(onSessionLost).not.toHaveBeenCalled()
})

test('retries a call once; a second 401 ends the session without another refresh', async () => {
  const { call, count, onSessionLost } = aClient(({ url }) =>
    url === REISSUE ? reply({ data: {} }) : expired(),
  )

  await expect(call(me, {})).rejects.toMatchObject({ status: 401 })

  expect(count(REISSUE)).toBe(1)
  expect(count(me.path)).toBe(2)
  expect(onSessionLost).toHaveBeenCalledTimes(1)
})

test('reports a refused refresh once and never refreshes the refresh call itself', async () => {
  const { call, count, onSessionLost } = aClient(expired)

  const outcomes = await Promise.allSettled([call(me, {}), call(me, {})])

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(count(REISSUE)).toBe(1)
  expect(count(me.path)).toBe(2)
  expect(onSessionLost).toHaveBeenCalledTimes(1)
})

test('does not refresh after a refusal other than 401', async () => {
  const { call, count } = aClient(() => reply({ status: 403, code: 9991 }))

  await expect(call(me, {})).rejects.toMatchObject({ code: 9991 })

  expect(count(REISSUE)).toBe(0)
})

describe('a call that carries a proof of the device key', () => {
  const login = authEndpoints['auth.login']
  const body = { email: 'mina@harbor.example', password: 'Abcdef1!' }
  const sentProofs = (requests: Request[]) =>
    requests.map(({ init }) => new Headers(init.headers).get('dpop'))

  test('signs the method, the URL without its query and the body as sent', async () => {
    const proveDevice = vi.fn<ApiClientDeps['proveDevice']>(async () => 'proof-1')
    const { call, requests } = aClient(() => reply({}), { proveDevice })

    await call(login, { body })
    await call(me, {})

    expect(proveDevice).toHaveBeenCalledExactlyOnceWith({
      method: 'POST',
      url: login.path,
      body: requests[0]?.init.body,
    })
    expect(sentProofs(requests)).toEqual(['proof-1', null])
  })

  test('is sent without a proof if the device cannot have a key', async () => {
    const { call, requests } = aClient(() => reply({}))

    await call(login, { body })

    expect(sentProofs(requests)).toEqual([null])
  })

  test('is proven again once, after the reply has provided the server time', async () => {
    const seen: string[] = []
    let proofs = 0
    const proveDevice = async () => {
      proofs += 1
      seen.push(`proof ${proofs}`)
      return `proof-${proofs}`
    }
    const invalid = () => reply({ status: 400, code: 2009, time: '2026-06-23T12:00:00.000Z' })
    const { call, requests, onReply } = aClient(
      (_request, count) => {
        seen.push('reply')
        return count === 1 ? invalid() : reply({})
      },
      { proveDevice },
    )

    await call(login, { body })

    expect(seen).toEqual(['proof 1', 'reply', 'proof 2', 'reply'])
    expect(onReply.mock.calls[0]?.[0]).toBe('2026-06-23T12:00:00.000Z')
    expect(sentProofs(requests)).toEqual(['proof-1', 'proof-2'])
  })

  test('is refused if the second proof fails too', async () => {
    const { call, requests } = aClient(() => reply({ status: 400, code: 2009 }), {
      proveDevice: async () => 'proof',
    })

    await expect(call(login, { body })).rejects.toMatchObject({ code: 2009 })
    expect(requests).toHaveLength(2)
  })
})
