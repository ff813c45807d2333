import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallSchemas } from '@solstice/contract/schema'
import { aValidValue } from '#test/arbitrary-call.ts'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const LOGIN = '/v1/public/auth/login'
/** A login that is rejected only because of its password. */
const VALID = '{"email":"a@b.co","password":"Abcdef1!"}'
const json = { origin: ORIGIN, 'content-type': 'application/json' }

async function post(payload: string, headers: Record<string, string> = json, url = LOGIN) {
  const response = await server.app.inject({ method: 'POST', url, headers, payload })
  return { status: response.statusCode, ...response.json<Envelope>() }
}

const refused = {
  status: 400,
  code: Code.INVALID_REQUEST,
  success: false,
  msg: 'We couldn’t process that. Check it and try again.',
  data: null,
}

test('invalid input of an operator names its fields, and the reply to a member names none', async () => {
  const operator = await anOperator(server, 'PROGRAMME')

  const reply = await operator.call('seasonPlan.copy', {
    params: { seasonId: 1 },
    body: { startAt: '3001-01-01T00:00:00Z' },
  })

  expect(reply).toMatchObject({
    status: 400,
    code: Code.INVALID_REQUEST,
    data: { issues: [{ path: 'startAt', text: 'Must be between 1970 and 2999' }] },
  })
  expect(await post('{"email":1}')).toEqual(refused)
})

describe('an invalid body', () => {
  test.each([
    ['an unknown field', '{"email":"a@b.co","password":"Abcdef1!","admin":true}'],
    ['a missing field', '{"email":"a@b.co"}'],
    ['a wrong type', '{"email":1,"password":["x"]}'],
    ['an array', '[]'],
    ['a bare text', '"login"'],
    ['null', 'null'],
    ['malformed JSON', '{"email":'],
    ['a body that is not JSON', 'email=a@b.co'],
    ['a prototype', '{"email":"a@b.co","password":"Abcdef1!","__proto__":{"admin":true}}'],
    ['a constructor prototype', '{"constructor":{"prototype":{"admin":true}}}'],
    ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['a body above the limit', `${VALID}${' '.repeat(64 * 1024)}`],
    ['a field above its limit', JSON.stringify({ email: 'a@b.co', password: 'a'.repeat(201) })],
    ['nothing', ''],
    ['a NUL character', '{"email":"a\\u0000@b.co","password":"Abcdef1!"}'],
  ])('is rejected with 9992: %s', async (_label, payload) => {
    expect(await post(payload)).toEqual(refused)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('is rejected with 9992 as %s', async (type) => {
    const reply = await post('{"email":"a@b.co","password":"Abcdef1!"}', {
      ...json,
      'content-type': type,
    })
    expect(reply).toEqual(refused)
  })
})

describe('an undeclared field', () => {
  const withBody = (Object.keys(endpoints) as CallId[]).filter(
    (id) => 'body' in schemas[id] && !endpoints[id].path.startsWith('/v1/operator/'),
  )
  const FIELDS = [
    '"memberId":1',
    '"__proto__":{"memberId":1}',
    '"constructor":{"prototype":{"memberId":1}}',
  ]

  let headers: Record<string, string>
  beforeAll(async () => {
    const { cookies } = await signUpMember(server)
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    headers = { ...json, cookie }
  })

  test.each(withBody)('is rejected with 9992 by %s', async (id) => {
    const { method, path }: Endpoint = endpoints[id]
    const { body }: CallSchemas = schemas[id]
    const valid = body && aValidValue(body)

    for (const field of FIELDS) {
      const inner = JSON.stringify(valid).slice(1, -1)
      const response = await server.app.inject({
        method,
        url: path.replaceAll(/\{\w+\}/g, '1'),
        headers,
        payload: inner === '' ? `{${field}}` : `{${inner},${field}}`,
      })
      expect(response.json()).toMatchObject({ code: Code.INVALID_REQUEST })
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('a request from our own page', () => {
  test('is accepted if the browser declares it', async () => {
    const reply = await post('{"email":"a@b.co","password":"Abcdef1!"}', {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    })

    expect(reply.code).toBe(Code.CREDENTIALS_INVALID)
  })
})

describe('a path without a call', () => {
  test.each([
    ['GET', '/v1'],
    ['GET', '/v1/'],
    ['GET', '/v1/nothing'],
    ['GET', LOGIN],
    ['DELETE', '/v1/private/users/me'],
    ['GET', '/v1/private/invites/you'],
    ['POST', '/v1/public/auth/login/'],
    ['GET', `/v1/${'x'.repeat(5000)}`],
    ['GET', '/v1/public/%00'],
  ] as const)('returns 2901: %s %s', async (method, url) => {
    const response = await server.app.inject({ method, url, headers: { origin: ORIGIN } })

    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      code: Code.NOT_FOUND,
      success: false,
      msg: 'We couldn’t find that.',
      data: null,
    })
  })

  test('returns 9992 if it cannot be decoded', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/v1/public/%E0%A4%A' })

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: Code.INVALID_REQUEST })
  })
})

test('sends an envelope and closes the connection for data that is not HTTP', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain(
    '{"code":9992,"success":false,"msg":"We couldn’t process that. Check it and try again.","data":null}',
  )
})

test('returns 9999 for a fault and logs its cause', async () => {
  const real = server.ctx.passwords.verify
  server.ctx.passwords.verify = () => Promise.reject(new Error('disk on fire at table members'))

  const reply = await post('{"email":"a@b.co","password":"Abcdef1!"}')
  server.ctx.passwords.verify = real

  expect(reply).toEqual({
    status: 500,
    code: Code.SERVER_ERROR,
    success: false,
    msg: '',
    data: null,
  })
  expect(server.log.text).toContain('disk on fire')
})

test('sends the server time and the security headers with every response', async () => {
  const response = await server.app.inject({ method: 'GET', url: '/v1/private/users/me' })

  expect(response.headers['x-server-time']).toBe(server.clock.now.toISOString())
  expect(response.headers['content-security-policy']).toContain("default-src 'none'")
  expect(response.headers['x-content-type-options']).toBe('nosniff')
})
