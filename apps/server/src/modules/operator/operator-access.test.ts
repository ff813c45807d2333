import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { OPERATOR_ROLES, type Endpoint, type OperatorRole } from '@solstice/contract/endpoint'
import type { Envelope } from '@solstice/contract/envelope'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, operatorCall, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
let member: Browser
const byRole = new Map<OperatorRole, TestOperator>()
beforeAll(async () => {
  server = await startTestApp()
  member = await signUpMember(server)
  for (const role of OPERATOR_ROLES) byRole.set(role, await anOperator(server, role))
})
afterAll(() => server.close())

const built: readonly Endpoint[] = Object.values(endpoints)
const operatorCalls = built.filter(({ access, console }) => access === 'operator' && !console)

/** Calls without a body: a write is then rejected as invalid, but only after the role check. */
async function callEndpoint({ method, path }: Endpoint, headers: Record<string, string>) {
  const url = path.replaceAll(/\{\w+\}/g, '999999')
  const response = await server.app.inject({ method, url, headers })
  return { status: response.statusCode, ...response.json<Envelope>() }
}

const denied = { status: 403, code: Code.ACCESS_DENIED, success: false, data: null }

describe.each(operatorCalls.map((call) => [call.id, call] as const))('%s', (_id, call) => {
  test.each(OPERATOR_ROLES)('is open to %s exactly if the contract says so', async (role) => {
    const reply = await callEndpoint(call, { authorization: `Bearer ${byRole.get(role)?.token}` })

    const may = role === 'OWNER' || call.roles?.includes(role)
    if (may) expect([0, Code.INVALID_REQUEST, Code.NOT_FOUND]).toContain(reply.code)
    else expect(reply).toMatchObject(denied)
  })

  test('rejects the session of a member, even from our own origin', async () => {
    const cookie = Array.from(member.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const access = member.cookies.get('solstice_access') ?? ''

    expect(await callEndpoint(call, { cookie, 'sec-fetch-site': 'same-origin' })).toMatchObject(
      denied,
    )
    expect(await callEndpoint(call, { authorization: `Bearer ${access}` })).toMatchObject(denied)
  })

  test('declares its roles', () => {
    expect(call.roles).toBeDefined()
  })
})

describe('an operator token', () => {
  test('works for 90 days and stops working when it is rotated', async () => {
    const owner = await anOperator(server)
    const auditor = await anOperator(server, 'AUDITOR')
    const params = { operatorId: auditor.operatorId }
    const started = server.clock.now
    const until = new Date(started.getTime() + 90 * DAY_MS).toISOString()
    const shown = await auditor.call('operator.me', {})
    const { data: list } = await owner.call('operator.listOperators', { query: { size: 100 } })

    server.clock.now = new Date(started.getTime() + 90 * DAY_MS - 1)
    const inTime = await auditor.call('operator.me', {})
    const rotated = await owner.call('operator.rotateToken', { params })
    const old = await auditor.call('operator.me', {})
    server.clock.advance(1)
    const renewed = await operatorCall(server, rotated.data?.token ?? '')('operator.me', {})
    const expired = await owner.call('operator.me', {})
    server.clock.now = started

    expect(auditor.expiresAt).toBe(until)
    expect(shown.data?.expiresAt).toBe(until)
    expect(list?.list.find(({ name }) => name === auditor.name)?.expiresAt).toBe(until)
    expect([inTime.code, old.code, expired.code]).toEqual([
      0,
      Code.ACCESS_DENIED,
      Code.ACCESS_DENIED,
    ])
    expect(renewed.data).toMatchObject({ name: auditor.name, role: 'AUDITOR' })
  })

  test.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['no token', 'Bearer '],
    ['a wrong token', 'Bearer sol_op_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['another scheme', 'Basic b3duZXI6b3duZXI='],
    ['two words', 'Bearer a b'],
  ])('is required: %s is refused with 9991', async (_label, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }

    for (const call of operatorCalls)
      expect(await callEndpoint(call, headers)).toMatchObject(denied)
  })

  test('has a recognisable prefix and 32 random bytes', async () => {
    const { token } = await anOperator(server)

    expect(token).toMatch(/^sol_op_[\w-]{43}$/)
  })

  test('is neither stored nor logged', async () => {
    const owner = await anOperator(server)
    const added = await owner.call('operator.addOperator', {
      body: { name: 'canary', role: 'AUDITOR' },
    })
    const token = added.data?.token ?? ''
    await operatorCall(server, token)('operator.me', {})

    const rows = await rowsOf<{ row: string }>(
      server.ctx.db,
      sql`select o::text as row from operators o union all select a::text from audit_entries a
        union all select k::text from idempotency_keys k`,
    )

    expect(token.length).toBeGreaterThan(40)
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    expect(server.log.text).toContain('/v1/operator/me')
    expect(server.log.text).not.toContain(token)
  })

  test('grants no access to private calls of members', async () => {
    const owner = await anOperator(server)

    expect(await owner.call('users.me', {})).toMatchObject({ status: 401 })
  })
})

test('accepts operator writes from other origins, because cookies do not count', async () => {
  const owner = await anOperator(server)

  const reply = await owner.call(
    'operator.addOperator',
    { body: { name: 'from-a-script', role: 'SUPPORT' } },
    { 'sec-fetch-site': 'cross-site', origin: 'https://console.example' },
  )

  expect(reply).toMatchObject({ status: 200, code: 0 })
})

test('returns 2901 for an unknown operator path', async () => {
  const response = await server.app.inject({ method: 'POST', url: '/v1/operator/nothing' })

  expect(response.json<Envelope>().code).toBe(Code.NOT_FOUND)
})
