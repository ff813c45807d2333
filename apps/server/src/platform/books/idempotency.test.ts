import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { sweeps } from '#/sweeps.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { insertMember } from '#test/insert-members.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { KEY_MAX_LENGTH, runOnce } from './idempotency.ts'
import { runSweeps } from '#/platform/process/sweep.ts'
import { refuse } from '#/platform/process/refusal.ts'

let server: TestApp
let owner: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  owner = await anOperator(server)
})
afterAll(() => server.close())

let keys = 0
const freshKey = () => `key-${(keys += 1)}`

function adjust(userId: number, amount: string, key: string, by = owner) {
  const body = { asset: 'XP', amount, reason: 'Test' } as const
  return by.call('operator.adjustBalance', { params: { userId }, body }, { 'idempotency-key': key })
}

async function xpOf(userId: number): Promise<string> {
  const shown = await owner.call('operator.showMember', { params: { userId } })
  return shown.data?.balances.find(({ asset }) => asset === 'XP')?.balance ?? '0'
}

describe('a call with an Idempotency-Key', () => {
  test('has one effect and the same response, byte for byte, when it is repeated with the same body', async () => {
    const userId = await insertMember(server.ctx.db)
    const key = freshKey()
    const once = () =>
      server.app.inject({
        method: 'POST',
        url: `/v1/operator/members/${userId}/adjustments`,
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        payload: JSON.stringify({ asset: 'XP', amount: '5', reason: 'Test' }),
      })

    const first = await once()
    const second = await once()

    expect(first.statusCode).toBe(200)
    expect(second.statusCode).toBe(200)
    expect(second.payload).toBe(first.payload)
    expect(await xpOf(userId)).toBe('5')
  })

  test('returns the saved response, not the current state', async () => {
    const userId = await insertMember(server.ctx.db)
    const key = freshKey()
    const first = await adjust(userId, '5', key)
    await adjust(userId, '7', freshKey())

    const again = await adjust(userId, '5', key)

    expect(again.data).toEqual(first.data)
    expect(again.data?.balance).toBe('5')
    expect(await xpOf(userId)).toBe('12')
  })

  test('returns 9992 when it is repeated with another body', async () => {
    const userId = await insertMember(server.ctx.db)
    const key = freshKey()
    await adjust(userId, '5', key)

    const reply = await adjust(userId, '6', key)

    expect(reply).toMatchObject({ status: 400, code: Code.INVALID_REQUEST, data: null })
    expect(await xpOf(userId)).toBe('5')
  })

  test('returns 9992 when it is repeated for another member', async () => {
    const [anna, ben] = [await insertMember(server.ctx.db), await insertMember(server.ctx.db)]
    const key = freshKey()
    await adjust(anna, '5', key)

    expect((await adjust(ben, '5', key)).code).toBe(Code.INVALID_REQUEST)
    expect(await xpOf(ben)).toBe('0')
  })

  test('is processed again after a refusal', async () => {
    const userId = await insertMember(server.ctx.db)
    const key = freshKey()

    const refused = await adjust(userId, '-5', key)
    await adjust(userId, '5', freshKey())
    const again = await adjust(userId, '-5', key)

    expect(refused.code).toBe(Code.XP_INSUFFICIENT)
    expect(again.code).toBe(0)
    expect(await xpOf(userId)).toBe('0')
  })

  test('has no effect on another caller with the same key', async () => {
    const userId = await insertMember(server.ctx.db)
    const key = freshKey()
    const other = await anOperator(server, 'FINANCE')

    await adjust(userId, '5', key)
    await adjust(userId, '5', key, other)

    expect(await xpOf(userId)).toBe('10')
  })

  test.each([
    ['as long as allowed', KEY_MAX_LENGTH, 0],
    ['too long', KEY_MAX_LENGTH + 1, Code.INVALID_REQUEST],
  ])(
    'accepts or rejects a key that is %s: %d characters return code %d',
    async (_label, length, code) => {
      const userId = await insertMember(server.ctx.db)

      const reply = await adjust(userId, '5', freshKey().padEnd(length, 'x'))

      expect(reply.code).toBe(code)
      expect(await xpOf(userId)).toBe(code === 0 ? '5' : '0')
    },
  )

  test('is treated as a call without a key when the key is empty', async () => {
    const userId = await insertMember(server.ctx.db)

    await adjust(userId, '5', '')
    await adjust(userId, '5', '')

    expect(await xpOf(userId)).toBe('10')
  })
})

describe('an idempotency key', () => {
  test('expires after 24 hours of the clock, to the millisecond', async () => {
    const userId = await insertMember(server.ctx.db)
    const key = freshKey()
    await adjust(userId, '5', key)

    server.clock.advance(DAY_MS - 1)
    await adjust(userId, '5', key)
    const within = await xpOf(userId)
    server.clock.advance(1)
    await adjust(userId, '6', key)

    expect(within).toBe('5')
    expect(await xpOf(userId)).toBe('11')
  })

  test('is swept once it has expired, and not before', async () => {
    const userId = await insertMember(server.ctx.db)
    await adjust(userId, '5', 'swept')
    server.clock.advance(DAY_MS - 1)
    await adjust(userId, '5', 'kept')
    server.clock.advance(1)

    await runSweeps(server.ctx, sweeps)

    const left = await rowsOf<{ key: string }>(
      server.ctx.db,
      sql`select key from idempotency_keys where key in ('swept', 'kept')`,
    )
    expect(left).toEqual([{ key: 'kept' }])
  })
})

describe('runOnce', () => {
  const keyed = (key: string, call = 'test.call') => ({
    caller: 'member:1',
    call,
    key,
    request: { input: 'one' },
  })

  test('keeps the fields of a response in their original order', async () => {
    const key = freshKey()
    const reply = { zebra: 1, a: [{ long: 'x', b: null }], middle: true }
    await runOnce(server.ctx, keyed(key), async () => reply)

    const again = await runOnce(server.ctx, keyed(key), async () => ({}))

    expect(JSON.stringify(again)).toBe(JSON.stringify(reply))
  })

  test.each([[null], [0], [''], [[]], ['"']])('saves %j as a response', async (reply) => {
    const key = freshKey()
    await runOnce<unknown>(server.ctx, keyed(key), async () => reply)

    expect(await runOnce<unknown>(server.ctx, keyed(key), async () => 'another')).toEqual(reply)
  })

  test('scopes a key to its call', async () => {
    const key = freshKey()
    await runOnce(server.ctx, keyed(key, 'test.one'), async () => 1)

    expect(await runOnce(server.ctx, keyed(key, 'test.two'), async () => 2)).toBe(2)
  })

  test.each([
    ['a refusal', () => refuse(Code.NOT_FOUND)],
    ['a fault', () => new Error('disk on fire')],
  ])('rolls back and saves nothing after %s', async (_label, makeError) => {
    const key = freshKey()
    const error = makeError()

    const failed = runOnce(server.ctx, keyed(key), async (tx) => {
      await tx.execute(sql`insert into rate_limits (name, subject, window_started_at, count)
        values ('test', ${key}, '2026-06-23T08:00:00Z', 1)`)
      throw error
    })

    await expect(failed).rejects.toBe(error)
    const left = await rowsOf(
      server.ctx.db,
      sql`select 1 from rate_limits where subject = ${key}
        union all select 1 from idempotency_keys where key = ${key}`,
    )
    expect(left).toEqual([])
  })
})
