import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { queueSweep } from '#/platform/process/sweep.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { execute } from '#test/test-mission.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { aSeason } from '#test/test-season.ts'
import { isKept, RefusalQueue, REFUSALS, settleRefusals, type KeptRefusal } from './refusals.ts'
import { memberRefusals } from './refusals.table.ts'

let server: TestApp
let noon: Date
let seasonId: number
let version: number
let statements: string[]
beforeAll(async () => {
  const logger = { logQuery: (statement: string) => statements.push(statement) }
  statements = []
  server = await startTestApp({ database: await openTestDatabase(logger) })
  noon = server.clock.now
  ;({ seasonId, version } = await aSeason(server))
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = noon
  await settleRefusals(server.ctx)
  await server.ctx.db.execute(sql`delete from member_refusals`)
  statements.length = 0
})

const stored = () => server.ctx.db.select().from(memberRefusals)
const inserts = () => statements.filter((each) => each.includes('insert into member_refusals'))

/** Locks the table in another transaction until the returned function is called. */
async function lockTable(): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let finished = Promise.resolve()
  await new Promise<void>((resolve) => {
    finished = server.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`lock table member_refusals in access exclusive mode`)
      resolve()
      await released
    })
  })
  return async () => {
    release()
    await finished
  }
}

test('keeps the codes of missions, shop, rewards and limits', () => {
  const kept = Object.values(Code).filter(isKept)

  expect(kept).toEqual([
    1012, 2301, 2302, 2303, 2304, 2305, 2401, 2402, 2403, 2404, 2405, 2406, 2501, 2502, 2503, 2504,
    2505, 2506, 2507, 2902,
  ])
})

describe('refusals of a member', () => {
  test('are one row per hour, call, subject and reason, with the first and the last time', async () => {
    const member = await signUpMember(server)
    await execute(member, seasonId, 1)
    await execute(member, seasonId, 1)
    server.clock.advance(60_000)
    await execute(member, seasonId, 1)
    await settleRefusals(server.ctx)
    await execute(member, seasonId, 1)
    await execute(member, seasonId, 4)
    server.clock.advance(HOUR_MS)
    await logInAgain(member)
    await execute(member, seasonId, 1)
    await settleRefusals(server.ctx)

    const rows = (await stored()).toSorted((a, b) => a.id - b.id)
    const done = { code: Code.CHECK_IN_ALREADY_DONE, subject: { seasonId, missionId: 1 } }
    expect(rows).toMatchObject([
      { ...done, count: 3, firstAt: noon, lastAt: new Date(noon.getTime() + 60_000) },
      { code: Code.MISSION_UNAVAILABLE, reason: 'NOT_EXECUTABLE', subject: { missionId: 4 } },
      { ...done, count: 1, hourStartedAt: new Date(noon.getTime() + HOUR_MS) },
    ])
    expect(rows[0]).toMatchObject({
      memberId: member.userId,
      call: 'mission.execute',
      reason: '',
      seasonVersion: version,
      trace: { rule: 'check-in', version: 1, outcome: 'DONE_TODAY' },
    })
  })

  test('are written with one statement for many, and none while a call is served', async () => {
    const members = [await signUpMember(server), await signUpMember(server)]
    const [first] = members
    statements.length = 0
    const unlock = await lockTable()
    if (first) await execute(first, seasonId, 4)
    const settled = settleRefusals(server.ctx)
    // The first write waits for the table, so that all of these refusals are gathered for the next.
    for (let round = 0; round < 10; round += 1) {
      for (const member of members) {
        for (const missionId of [4, 6, 7]) await execute(member, seasonId, missionId)
      }
    }
    const during = inserts().length
    await unlock()

    await settled

    expect(during).toBeLessThanOrEqual(1)
    expect(inserts()).toHaveLength(2)
    const rows = await stored()
    expect(rows).toHaveLength(6)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(61)
  })

  test('are not kept for other codes and without a session', async () => {
    const member = await signUpMember(server)
    await execute(member, seasonId, 9999)
    await server.app.inject({
      method: 'POST',
      url: `/v1/private/seasons/${seasonId}/missions/4/execute`,
      headers: { origin: 'http://solstice.test' },
      payload: {},
    })

    await settleRefusals(server.ctx)

    expect(await stored()).toEqual([])
  })

  test('of a call over its limit name no subject, because its input was not read', async () => {
    const member = await signUpMember(server)
    await execute(member, seasonId, 4)
    await server.ctx.db.execute(sql`update rate_limits set count = 100000`)
    await execute(member, 424_242, 4)
    await server.ctx.db.execute(sql`delete from rate_limits`)

    await settleRefusals(server.ctx)

    const limited = (await stored()).filter(({ code }) => code === Code.TOO_MANY_REQUESTS)
    expect(limited).toMatchObject([{ call: 'mission.execute', subject: {}, trace: null }])
  })

  test('are answered as usual while their table is locked or missing', async () => {
    const member = await signUpMember(server)
    const { db } = server.ctx
    const unlock = await lockTable()
    const slow = await execute(member, seasonId, 4)
    const settled = settleRefusals(server.ctx)
    const slower = await execute(member, seasonId, 6)
    await unlock()
    await settled
    const before = server.ctx.shared(REFUSALS).dropped
    await db.execute(sql`alter table member_refusals rename to moved_refusals`)
    const failing = await execute(member, seasonId, 4)
    await settleRefusals(server.ctx)
    await db.execute(sql`alter table moved_refusals rename to member_refusals`)

    expect([slow.code, slower.code, failing.code]).toEqual([2304, 2304, 2304])
    expect(server.ctx.shared(REFUSALS).dropped - before).toBe(1)
    expect(server.log.text).toContain('Storing the refusals of members failed')
    await execute(member, seasonId, 6)
    await settleRefusals(server.ctx)
    expect(new Set((await stored()).map(({ count }) => count))).toEqual(new Set([1, 2]))
  })

  test('are deleted after 30 days', async () => {
    const member = await signUpMember(server)
    await execute(member, seasonId, 4)
    await settleRefusals(server.ctx)

    server.clock.advance(30 * DAY_MS - 1)
    await queueSweep(server.ctx, server.clock.now)
    await server.worker.runDue()
    expect(await stored()).toHaveLength(1)
    server.clock.advance(HOUR_MS)
    await queueSweep(server.ctx, server.clock.now)
    await server.worker.runDue()

    expect(await stored()).toEqual([])
  })

  test('are erased with the account, also those that were not written yet', async () => {
    const member = await memberWithPin(server)
    await execute(member, seasonId, 4)
    await settleRefusals(server.ctx)
    expect(await stored()).toHaveLength(1)
    await execute(member, seasonId, 6)

    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'OTHER', agreed: true } as const
    const deleted = await member.call('account.delete', { body }, header)
    await settleRefusals(server.ctx)

    expect(deleted.code).toBe(0)
    expect(await stored()).toEqual([])
  })

  test('are stored when the server closes', async () => {
    const other = await startTestApp()
    const season = await aSeason(other)
    const member = await signUpMember(other)
    await execute(member, season.seasonId, 4)

    await other.app.close()

    expect(await other.ctx.db.select().from(memberRefusals)).toHaveLength(1)
    await other.close()
  })
})

describe('the queue of refusals', () => {
  type NewRefusal = Omit<KeptRefusal, 'id'>
  const refusal = (memberId: number): NewRefusal => ({
    memberId,
    hourStartedAt: noon,
    call: 'mission.execute',
    subject: {},
    code: 2304,
    reason: '',
    seasonVersion: null,
    trace: null,
    firstAt: noon,
    lastAt: noon,
    count: 1,
  })

  test('drops and counts refusals beyond its limit, and adds repeated ones', async () => {
    const written: number[] = []
    const queue = new RefusalQueue(async (rows) => {
      written.push(...rows.map(({ memberId, count }) => memberId * 100 + count))
    }, 2)

    for (const memberId of [1, 2, 3, 1, 4]) queue.add(refusal(memberId), () => {})
    await queue.settle()

    expect(written).toEqual([102, 201])
    expect(queue.dropped).toBe(2)
  })

  test('keeps the trace and the season version if a later refusal has none', async () => {
    const written: NewRefusal[] = []
    const queue = new RefusalQueue(async (rows) => void written.push(...rows))
    const trace = { rule: 'mission', version: 1, inputs: {}, outcome: 'DONE' } as const

    queue.add({ ...refusal(1), trace, seasonVersion: 3 }, () => {})
    queue.add(refusal(1), () => {})
    await queue.settle()

    expect(written).toMatchObject([{ count: 2, trace, seasonVersion: 3 }])
  })

  test('writes at most 100 rows with one statement, in the order of the members', async () => {
    const batches: number[][] = []
    const queue = new RefusalQueue(async (rows) => {
      batches.push(rows.map(({ memberId }) => memberId))
      if (batches.length === 2) throw new Error('The connection was lost')
    })
    const failures: unknown[] = []
    for (let memberId = 250; memberId > 0; memberId -= 1) queue.add(refusal(memberId), () => {})

    await queue.settle((error) => failures.push(error))

    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(batches.flat()).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
    expect(failures).toHaveLength(1)
    expect(queue.dropped).toBe(100)
  })

  test('names at most 50 subjects of a member and hour, and adds the rest without one', async () => {
    const written: NewRefusal[] = []
    const queue = new RefusalQueue(async (rows) => void written.push(...rows))
    const nextHour = new Date(noon.getTime() + HOUR_MS)
    for (let seasonId = 1; seasonId <= 120; seasonId += 1) {
      queue.add({ ...refusal(1), subject: { seasonId } }, () => {})
      // The cap also holds if every refusal is written at once.
      if (seasonId % 10 === 0) await queue.settle()
    }
    queue.add({ ...refusal(1), subject: { seasonId: 7 } }, () => {})
    queue.add({ ...refusal(2), subject: { seasonId: 200 } }, () => {})
    queue.add({ ...refusal(1), subject: { seasonId: 201 }, hourStartedAt: nextHour }, () => {})
    await queue.settle()

    const named = written.filter(({ subject }) => 'seasonId' in subject)
    const unnamed = written.filter(({ subject }) => !('seasonId' in subject))
    expect(named.map(({ subject }) => subject['seasonId'])).toEqual([
      ...Array.from({ length: 50 }, (_, index) => index + 1),
      7,
      201,
      200,
    ])
    expect(unnamed.reduce((sum, { count }) => sum + count, 0)).toBe(70)
    expect(queue.dropped).toBe(0)
  })

  test('writes what arrives during a write together in the next one', async () => {
    const batches: number[] = []
    let release = () => {}
    const queue = new RefusalQueue(async (rows) => {
      batches.push(rows.length)
      if (batches.length === 1) await new Promise<void>((resolve) => (release = resolve))
    })
    queue.add(refusal(1), () => {})
    const settled = queue.settle()
    for (const memberId of [2, 3, 4]) queue.add(refusal(memberId), () => {})
    release()

    await settled

    expect(batches).toEqual([1, 3])
  })
})
