import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { LIMITS } from '@solstice/contract/limits'
import { MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { runSweeps } from '#/platform/process/sweep.ts'
import { sweeps } from '#/sweeps.ts'
import { aDeviceKey, type ProofOf } from '#test/device-key.ts'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { anEmail, PASSWORD } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PATH = '/v1/public/auth/login'
const body = JSON.stringify({ email: anEmail(), password: PASSWORD })
const device = aDeviceKey()

const here = (): ProofOf => ({ method: 'POST', url: ORIGIN + PATH, body, at: server.clock.now })
const shifted = (ms: number): ProofOf => ({
  ...here(),
  at: new Date(server.clock.now.getTime() + ms),
})

/** No account has this address, so an accepted proof leads to 1006. */
async function send(dpop: string | string[], { url = PATH, to = server } = {}): Promise<number> {
  const response = await to.app.inject({
    method: 'POST',
    url,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', dpop },
    payload: body,
  })
  expect(response.statusCode).toBeLessThan(500)
  // The limit of wrong logins is covered by another test.
  await to.ctx.db.execute(sql`delete from rate_limits`)
  return response.json<{ code: number }>().code
}

test('accepts a proof of the device key once', async () => {
  const proof = device.prove(here())

  expect(await send(proof)).toBe(Code.CREDENTIALS_INVALID)
  expect(await send(proof)).toBe(Code.DEVICE_PROOF_INVALID)
})

test('ignores the query of the URL', async () => {
  expect(await send(device.prove(here()), { url: `${PATH}?from=home` })).toBe(
    Code.CREDENTIALS_INVALID,
  )
})

test('uses the public address behind a proxy', async () => {
  const publicOrigin = 'https://app.solstice.test'
  const behind = await startTestApp({ publicOrigin, trustProxy: true })
  const outside = { ...here(), url: publicOrigin + PATH, at: behind.clock.now }
  const inside = { ...outside, url: `http://127.0.0.1${PATH}` }

  const codes = [
    await send(device.prove(outside), { to: behind }),
    await send(device.prove(inside), { to: behind }),
  ]
  await behind.close()

  expect(codes).toEqual([Code.CREDENTIALS_INVALID, Code.DEVICE_PROOF_INVALID])
})

test.each([
  ['made two minutes ago', -2 * MINUTE_MS, Code.CREDENTIALS_INVALID],
  ['made within the clock tolerance', -3 * MINUTE_MS, Code.CREDENTIALS_INVALID],
  ['too old', -3 * MINUTE_MS - SECOND_MS, Code.DEVICE_PROOF_INVALID],
  ['made by a clock a minute ahead', MINUTE_MS, Code.CREDENTIALS_INVALID],
  ['from the future', MINUTE_MS + SECOND_MS, Code.DEVICE_PROOF_INVALID],
])('returns the expected code for a proof %s', async (_label, ms, code) => {
  expect(await send(device.prove(shifted(ms)))).toBe(code)
})

test('rejects a proof for another body', async () => {
  const proof = device.prove({ ...here(), body: '{}' })

  expect(await send(proof)).toBe(Code.DEVICE_PROOF_INVALID)
})

describe('device proof verification', () => {
  const jwkOf = (type: 'public' | 'private') => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return pair[type === 'public' ? 'publicKey' : 'privateKey'].export({ format: 'jwk' })
  }

  test.each([
    ['for another method', () => device.prove({ ...here(), method: 'PATCH' })],
    ['for another path', () => device.prove({ ...here(), url: `${ORIGIN}/v1/public/auth/signup` })],
    ['for another origin', () => device.prove({ ...here(), url: `https://evil.test${PATH}` })],
    ['without an id', () => device.prove(here(), { claims: { jti: undefined } })],
    ['with a short id', () => device.prove(here(), { claims: { jti: 'x' } })],
    ['with an id that is no text', () => device.prove(here(), { claims: { jti: { a: 1 } } })],
    ['without a time', () => device.prove(here(), { claims: { iat: undefined } })],
    ['of another type', () => device.prove(here(), { header: { typ: 'JWT' } })],
    ['without a signature', () => device.prove(here(), { header: { alg: 'none' } })],
    ['signed with a shared secret', () => device.prove(here(), { header: { alg: 'HS256' } })],
    ['without a key', () => device.prove(here(), { header: { jwk: undefined } })],
    ['signed by another key', () => device.prove(here(), { header: { jwk: jwkOf('public') } })],
    ['with a private key in it', () => device.prove(here(), { header: { jwk: jwkOf('private') } })],
    [
      'with a key that is no point of the curve',
      () =>
        device.prove(here(), { header: { jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } } }),
    ],
    ['with a key of another kind', () => device.prove(here(), { header: { jwk: { kty: 'oct' } } })],
    ['that is not a JWT', () => randomUUID()],
    ['that is empty', () => ''],
    ['that was sent twice', () => [device.prove(here()), device.prove(here())]],
  ])('rejects a proof %s', async (_label, proof) => {
    expect(await send(proof())).toBe(Code.DEVICE_PROOF_INVALID)
  })
})

test('counts invalid proofs for their network address before it verifies them', async () => {
  const usual = server.ctx.settings.ipLimitFactor
  // Allows one call for each address.
  server.ctx.settings.ipLimitFactor = 1 / LIMITS.loginPerIp.max
  const codes = []
  for (const dpop of ['nonsense', device.prove({ ...here(), method: 'PATCH' })]) {
    const response = await server.app.inject({
      method: 'POST',
      url: PATH,
      remoteAddress: '203.0.113.77',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', dpop },
      payload: body,
    })
    codes.push(response.json<{ code: number }>().code)
  }
  server.ctx.settings.ipLimitFactor = usual

  expect(codes).toEqual([Code.DEVICE_PROOF_INVALID, Code.TOO_MANY_REQUESTS])
})

test('sweeps used proofs once they are too old to be accepted', async () => {
  const count = async () =>
    (await rowsOf(server.ctx.db, sql`select 1 from used_device_proofs`)).length
  await send(device.prove(here()))

  server.clock.advance(4 * MINUTE_MS - 1)
  await runSweeps(server.ctx, sweeps)
  const kept = await count()
  server.clock.advance(1)
  await runSweeps(server.ctx, sweeps)

  expect(kept).toBeGreaterThan(0)
  expect(await count()).toBe(0)
})
