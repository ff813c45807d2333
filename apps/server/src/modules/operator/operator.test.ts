import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { checkAudit } from '#/platform/books/audit-check.ts'
import { SettingsError } from '#/platform/process/env.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, operatorCall, type TestOperator } from '#test/test-operator.ts'
import { dumpDatabase } from '#test/dump-database.ts'
import { ensureFirstOperator } from './first-operator.service.ts'

let server: TestApp
let owner: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  owner = await anOperator(server)
})
afterAll(() => server.close())

describe('operators', () => {
  test('see their own account', async () => {
    const { operatorId, name } = owner

    expect(await owner.call('operator.me', {})).toMatchObject({
      status: 200,
      data: { operatorId, name, role: 'OWNER' },
    })
  })

  test('are appointed by an owner and get a working token', async () => {
    const body = { name: 'min.kim', role: 'SUPPORT' } as const

    const added = await owner.call('operator.addOperator', { body })
    const me = await operatorCall(server, added.data?.token ?? '')('operator.me', {})

    expect(me.data).toMatchObject(body)
    const audit = await owner.call('operator.listAudit', { query: { subject: 'operator:min.kim' } })
    expect(audit.data?.list).toMatchObject([
      { actor: `operator:${owner.name}`, action: 'operator.add', data: { role: 'SUPPORT' } },
    ])
  })

  test('have unique names, even after one is disabled', async () => {
    const body = { name: 'only-once', role: 'AUDITOR' } as const
    const added = await owner.call('operator.addOperator', { body })
    const params = { operatorId: added.data?.operatorId ?? 0 }

    const second = await owner.call('operator.addOperator', { body })
    await owner.call('operator.disableOperator', { params })
    const third = await owner.call('operator.addOperator', { body })

    expect(second).toMatchObject({ status: 400, code: Code.NICKNAME_TAKEN, msg: 'Duplicate name' })
    expect(third.code).toBe(Code.NICKNAME_TAKEN)
  })

  test.each([
    { name: 'x', role: 'SUPPORT' },
    { name: 'Min', role: 'SUPPORT' },
    { name: 'a b', role: 'SUPPORT' },
    { name: '-dash', role: 'SUPPORT' },
    { name: 'x'.repeat(41), role: 'SUPPORT' },
    { name: 'fine', role: 'ADMIN' },
    { name: 'fine' },
    { name: 'fine', role: 'SUPPORT', token: 'mine' },
  ])('are rejected with 9992 when the input is invalid: %j', async (body) => {
    const reply = await owner.call('operator.addOperator', {
      body: body as { name: string; role: 'SUPPORT' },
    })

    expect(reply.code).toBe(Code.INVALID_REQUEST)
  })

  test('are listed, including disabled ones, without their tokens', async () => {
    const left = await anOperator(server, 'PROGRAMME')
    await owner.call('operator.disableOperator', { params: { operatorId: left.operatorId } })

    const reply = await owner.call('operator.listOperators', { query: { size: 100 } })

    expect(reply.data?.list).toContainEqual({
      operatorId: left.operatorId,
      name: left.name,
      role: 'PROGRAMME',
      expiresAt: left.expiresAt,
      createdAt: server.clock.now.toISOString(),
      disabledAt: server.clock.now.toISOString(),
      kind: 'MACHINE',
      email: null,
      lastSeenAt: null,
      enrolledAt: null,
      factors: [],
      openSessions: 0,
    })
    expect(JSON.stringify(reply)).not.toContain('sol_op_')
    expect(reply.data?.totalCount).toBe(reply.data?.list.length)
  })

  test('lose their token immediately when disabled, which is audited once', async () => {
    const support = await anOperator(server, 'SUPPORT')
    const params = { operatorId: support.operatorId }
    expect((await support.call('operator.me', {})).status).toBe(200)

    const first = await owner.call('operator.disableOperator', { params })
    const again = await owner.call('operator.disableOperator', { params })

    expect([first.code, again.code]).toEqual([0, 0])
    expect(await support.call('operator.me', {})).toMatchObject({
      status: 403,
      code: Code.ACCESS_DENIED,
    })
    const audit = await owner.call('operator.listAudit', {
      query: { subject: `operator:${support.name}` },
    })
    expect(audit.data?.list.map(({ action }) => action)).toEqual([
      'operator.disable',
      'operator.add',
    ])
  })

  test('return 2901 for an unknown id', async () => {
    const reply = await owner.call('operator.disableOperator', { params: { operatorId: 987_654 } })

    expect(reply).toMatchObject({ status: 404, code: Code.NOT_FOUND })
  })

  test('always include one active owner', async () => {
    const second = await anOperator(server)

    const first = await owner.call('operator.disableOperator', {
      params: { operatorId: second.operatorId },
    })
    const last = await owner.call('operator.disableOperator', {
      params: { operatorId: owner.operatorId },
    })

    expect(first.code).toBe(0)
    expect(last).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    expect((await owner.call('operator.me', {})).status).toBe(200)
  })
})

describe('the first operator', () => {
  const given = 'a-token-of-thirty-two-characters-or-more'
  let fresh: TestApp
  beforeAll(async () => {
    fresh = await startTestApp()
  })
  afterAll(() => fresh.close())

  const me = (token: string) => operatorCall(fresh, token)('operator.me', {})

  test('does not exist when no token is given or generated', async () => {
    expect(await ensureFirstOperator(fresh.ctx, undefined)).toBe(false)
  })

  test('gets the generated token, which is generated once', async () => {
    const calls: string[] = []
    const made = async () => {
      calls.push('made')
      return 'sol_op_made-at-the-first-start'
    }

    expect(await ensureFirstOperator(fresh.ctx, { made })).toBe(true)
    expect(await ensureFirstOperator(fresh.ctx, { made })).toBe(true)

    expect(calls).toEqual(['made'])
    expect((await me('sol_op_made-at-the-first-start')).data).toMatchObject({
      name: 'owner',
      role: 'OWNER',
    })
  })

  test('is sufficient to start without a token', async () => {
    expect(await ensureFirstOperator(fresh.ctx, undefined)).toBe(true)
  })

  test('changes to the given token, and the previous one stops working', async () => {
    await ensureFirstOperator(fresh.ctx, { given })
    await ensureFirstOperator(fresh.ctx, { given })

    expect((await me(given)).status).toBe(200)
    expect((await me('sol_op_made-at-the-first-start')).status).toBe(403)
    const audit = await operatorCall(fresh, given)('operator.listAudit', { query: {} })
    expect(audit.data?.list.map(({ actor, action }) => [actor, action])).toEqual([
      ['system', 'operator.change-token'],
      ['system', 'operator.add'],
    ])
    expect(await checkAudit(fresh.ctx.db)).toMatchObject({ ok: true, count: 2 })
  })

  test('never accepts a replaced token again, from any server', async () => {
    const leaked = given
    const next = `${given}-next`
    await ensureFirstOperator(fresh.ctx, { given: next })

    const revived = ensureFirstOperator(fresh.ctx, { given: leaked })

    await expect(revived).rejects.toThrow(SettingsError)
    await expect(revived).rejects.toThrow('OPERATOR_TOKEN was replaced by another one')
    await expect(
      ensureFirstOperator(fresh.ctx, { given: 'sol_op_made-at-the-first-start' }),
    ).rejects.toThrow(SettingsError)
    expect([(await me(leaked)).status, (await me(next)).status]).toEqual([403, 200])
    // The token is not stored unencrypted either.
    const kept = JSON.stringify(await dumpDatabase(fresh.ctx.db))
    expect(kept).not.toContain(leaked)
  })

  test('stays disabled after another owner disabled it', async () => {
    const other = await anOperator(fresh)
    const current = `${given}-next`
    const own = await me(current)
    const params = { operatorId: own.data?.operatorId ?? 0 }
    await other.call('operator.disableOperator', { params })

    await ensureFirstOperator(fresh.ctx, { given: `${given}-changed` })

    expect((await me(current)).status).toBe(403)
    expect((await me(`${given}-changed`)).status).toBe(403)
  })
})
