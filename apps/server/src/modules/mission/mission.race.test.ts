import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { aSeason } from '#test/test-season.ts'

const CONCURRENCY = 100

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function executeConcurrently(
  member: Browser,
  seasonId: number,
  missionId: number,
  body = {},
) {
  const params = { seasonId, missionId }
  const replies = await Promise.all(
    Array.from({ length: CONCURRENCY }, () => member.call('mission.execute', { params, body })),
  )
  const codes = replies.map(({ code }) => code)
  return {
    succeeded: codes.filter((code) => code === 0).length,
    refusals: new Set(codes.filter((code) => code !== 0)),
  }
}

async function verifyInvariants(): Promise<void> {
  expect(await checkLedger(server.ctx.db)).toEqual([])
  expect(await checkProgramme(server.ctx.db)).toEqual([])
}

describe('a hundred concurrent executions', () => {
  test('complete one check-in', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const { succeeded, refusals } = await executeConcurrently(member, seasonId, 1)

    expect(succeeded).toBe(1)
    expect(refusals).toEqual(new Set([Code.CHECK_IN_ALREADY_DONE]))
    const account = { member: member.userId, scope: `season:${seasonId}` }
    expect(await balanceOf(server.ctx.db, { ...account, asset: 'SEASON_XP' })).toBe(50n)
    await verifyInvariants()
  })

  test('make one spin with one ticket', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    await member.call('mission.execute', { params: { seasonId, missionId: 2 }, body: {} })
    await member.call('mission.execute', { params: { seasonId, missionId: 3 }, body: {} })
    await server.ctx.db.execute(sql`delete from rate_limits`)

    const { succeeded, refusals } = await executeConcurrently(member, seasonId, 2, {
      clientSeed: 'sun',
    })

    expect(succeeded).toBe(1)
    expect(refusals).toEqual(new Set([Code.NO_SPINS_LEFT]))
    const account = { member: member.userId, scope: `season:${seasonId}` }
    expect(await balanceOf(server.ctx.db, { ...account, asset: 'TICKET' })).toBe(0n)
    await verifyInvariants()
  })

  test('grant the daily tickets once', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const { succeeded, refusals } = await executeConcurrently(member, seasonId, 3)

    expect(succeeded).toBe(1)
    expect(refusals).toEqual(new Set([Code.MISSION_UNAVAILABLE]))
    await verifyInvariants()
  })

  test('return the same response under one Idempotency-Key', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const params = { seasonId, missionId: 2 }
    const key = { 'idempotency-key': 'wheel' }

    const replies = await Promise.all(
      Array.from({ length: CONCURRENCY }, () =>
        member.call('mission.execute', { params, body: { clientSeed: 'sun' } }, key),
      ),
    )

    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(replies[0]?.code).toBe(0)
    await verifyInvariants()
  })
})

test('pays a limited mission no more often than allowed under concurrent executions', async () => {
  const { seasonId } = await aSeason(server, {
    change: (plan) => ({
      ...plan,
      missions: plan.missions.map((mission) =>
        mission.missionId === 8 ? { ...mission, maxCompletions: 3 } : mission,
      ),
    }),
  })
  const members = await Promise.all(Array.from({ length: 12 }, () => signUpMember(server)))

  const replies = await Promise.all(
    members.map((member) =>
      member.call('mission.execute', {
        params: { seasonId, missionId: 8 },
        body: { partnerCode: 'NORTHSTAR' },
      }),
    ),
  )

  expect(replies.filter(({ code }) => code === 0)).toHaveLength(3)
  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0, Code.MISSION_UNAVAILABLE]))
  await verifyInvariants()
})

test('does not block other members', async () => {
  const { seasonId } = await aSeason(server)
  const [waiting, free] = await Promise.all([signUpMember(server), signUpMember(server)])
  await waiting.call('mission.execute', { params: { seasonId, missionId: 3 }, body: {} })

  // A transaction holds one member's row; the other member's check-in must not wait for it.
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holding = server.ctx.db.transaction(async (tx) => {
    await rowsOf(
      tx,
      sql`select 1 from season_members where member_id = ${waiting.userId} for update`,
    )
    await held
  })
  const checkIn = (member: Browser) =>
    member.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })
  const late = checkIn(waiting)
  const soon = await checkIn(free)
  release()
  await holding

  expect(soon.code).toBe(0)
  expect((await late).code).toBe(0)
})
