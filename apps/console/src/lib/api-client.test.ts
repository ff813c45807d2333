import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { operatorSystemEndpoints } from '@solstice/contract/operator-system.endpoints'
import { ApiError } from '@solstice/ui/api-error.ts'
import { expect, test, vi } from 'vitest'
import { createApiClient } from './api-client.ts'

const OK = { code: 0, success: true, msg: '', data: { name: 'hana.seo' } }

function clientOf(reply: () => Response, isOwnCall = false) {
  const fetched = vi.fn<typeof fetch>(async () => reply())
  const onReply = vi.fn<(serverTime: string | null, isOwn: boolean) => void>()
  const onSessionLost = vi.fn<() => void>()
  const call = createApiClient({
    fetch: fetched,
    language: () => 'ko',
    isOwnCall: () => isOwnCall,
    onReply,
    onSessionLost,
  })
  const headers = () => new Headers(fetched.mock.calls[0]?.[1]?.headers)
  return { call, fetched, headers, onReply, onSessionLost }
}

const replyOf = (body: object, init?: ResponseInit) => () => Response.json(body, init)

test('marks every call as one of the console, and sends the language and the cookie', async () => {
  const { call, fetched, headers } = clientOf(replyOf(OK))

  expect(await call(operatorEndpoints['operator.me'], {})).toEqual(OK.data)

  expect(headers().get('x-solstice-console')).toBe('1')
  expect(headers().get('accept-language')).toBe('ko')
  expect(headers().has('x-solstice-background')).toBe(false)
  expect(fetched.mock.calls[0]?.[1]?.credentials).toBe('same-origin')
})

test('marks the calls of the page itself, which do not keep a session open', async () => {
  const { call, headers, onReply } = clientOf(replyOf(OK), true)

  await call(operatorEndpoints['operator.me'], {})

  expect(headers().get('x-solstice-background')).toBe('1')
  expect(onReply).toHaveBeenCalledWith(null, true)
})

test('sends the idempotency key and fills the path', async () => {
  const { call, fetched, headers } = clientOf(replyOf(OK))

  await call(
    operatorSystemEndpoints['operator.retryJob'],
    { params: { jobId: 7 }, body: {} },
    { idempotencyKey: 'key' },
  )

  expect(fetched.mock.calls[0]?.[0]).toBe('/v1/operator/jobs/7/retry')
  expect(headers().get('idempotency-key')).toBe('key')
})

test('a proposal is no success, although its status is 202', async () => {
  const body = { code: 2912, success: false, msg: '', data: { approvalId: 57 } }
  const { call } = clientOf(replyOf(body, { status: 202 }))

  const error: unknown = await call(operatorEndpoints['operator.me'], {}).catch(
    (cause: unknown) => cause,
  )

  expect(error).toMatchObject({ code: 2912, data: { approvalId: 57 } })
})

test('reports a lost session, and the request id of a refusal', async () => {
  const body = { code: 9993, success: false, msg: '', data: null }
  const headers = { 'x-request-id': 'req-1' }
  const { call, onSessionLost } = clientOf(replyOf(body, { status: 401, headers }))

  await expect(call(operatorEndpoints['operator.me'], {})).rejects.toMatchObject({
    status: 401,
    requestId: 'req-1',
  })
  expect(onSessionLost).toHaveBeenCalledOnce()
})

test('a refused call of a session that goes on reports no loss', async () => {
  const refusal = { code: 9993, success: false, msg: '', data: null }
  const replies = [Response.json(refusal, { status: 401 }), Response.json(OK)]
  const { call, onSessionLost } = clientOf(() => replies.shift() ?? Response.error())

  await expect(call(operatorSystemEndpoints['operator.listJobKinds'], {})).rejects.toMatchObject({
    status: 401,
  })

  expect(replies).toEqual([])
  expect(onSessionLost).not.toHaveBeenCalled()
})

test('a failed connection is an error without a status', async () => {
  const { call } = clientOf(() => {
    throw new TypeError('fetch failed')
  })

  const error: unknown = await call(operatorEndpoints['operator.me'], {}).catch(
    (cause: unknown) => cause,
  )

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 0 })
})
