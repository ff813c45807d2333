import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { countPostings } from '#test/test-ledger.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { aSeason, earnXp } from '#test/test-season.ts'

const CHECK_IN = 1

let server: TestApp
let noon: Date
beforeAll(async () => {
  server = await startTestApp()
  noon = server.clock.now
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = noon
})

type CheckedIn = Extract<CallData<'mission.execute'>, { type: 'CHECK_IN' }>

async function checkIn(member: Browser, seasonId: number) {
  const params = { seasonId, missionId: CHECK_IN }
  const reply = await member.call('mission.execute', { params, body: {} })
  // Mission 1 returns the response of a check-in.
  return { ...reply, data: reply.data as CheckedIn | null }
}

async function detail(member: Browser, seasonId: number) {
  const { data } = await member.call('mission.show', { params: { seasonId, missionId: CHECK_IN } })
  if (data?.type !== 'CHECK_IN') throw new Error('Mission 1 is not the check-in')
  return data
}

describe('the daily check-in', () => {
  test("gives 50 XP at the lowest tier and level, and returns the member's standing", async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const { code, data } = await checkIn(member, seasonId)

    expect(code).toBe(0)
    expect(data).toMatchObject({
      type: 'CHECK_IN',
      xp: 50,
      tickets: 0,
      baseXp: 50,
      fifthBonusXp: 0,
      levelBonusXp: 0,
      tierBonusXp: 0,
      daysParticipated: 1,
      nextCheckInAt: '2026-06-23T21:00:00.000Z',
      levelUp: false,
      me: { seasonXp: 50, xpBalance: 50, level: 1, xpToNextLevel: 50, rank: 1, tier: 'Bronze' },
    })
    expect(await detail(member, seasonId)).toMatchObject({
      daysParticipated: 1,
      totalXpEarned: 50,
      checkedInToday: true,
      available: false,
      unavailableReason: 'DONE_TODAY',
      completed: true,
      open: true,
      nextCheckInAt: '2026-06-23T21:00:00.000Z',
      baseXp: 50,
      bonusEvery: 5,
      bonusXp: 100,
    })
  })

  test('is accepted once a day, and a second attempt changes nothing', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    await checkIn(member, seasonId)

    const second = await checkIn(member, seasonId)

    expect(second).toMatchObject({
      status: 400,
      code: Code.CHECK_IN_ALREADY_DONE,
      msg: 'You have already checked in today.',
      data: { nextCheckInAt: '2026-06-23T21:00:00.000Z' },
    })
    const account = { member: member.userId, asset: 'XP', scope: `season:${seasonId}` } as const
    expect(await balanceOf(server.ctx.db, account)).toBe(50n)
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test.each([
    ['2026-06-23T00:00:00.000+04:00', Code.CHECK_IN_CLOSED],
    ['2026-06-23T00:30:00.000+04:00', Code.CHECK_IN_CLOSED],
    ['2026-06-23T00:59:59.999+04:00', Code.CHECK_IN_CLOSED],
    ['2026-06-23T01:00:00.000+04:00', Code.SUCCESS],
    ['2026-06-23T23:58:00.000+04:00', Code.SUCCESS],
    ['2026-06-23T23:59:30.000+04:00', Code.SUCCESS],
    ['2026-06-23T23:59:59.999+04:00', Code.SUCCESS],
  ])('at %s returns %i', async (at, code) => {
    server.clock.now = new Date('2026-06-22T12:00:00+04:00')
    const { seasonId } = await aSeason(server)
    server.clock.now = new Date(at)
    const member = await signUpMember(server)
    const before = await countPostings(server.ctx.db)

    const reply = await checkIn(member, seasonId)

    expect(reply.code).toBe(code)
    const posted = (await countPostings(server.ctx.db)) - before
    expect(posted).toBe(code === Code.SUCCESS ? 1 : 0)
    if (code === Code.SUCCESS) return
    expect(reply).toMatchObject({
      msg: 'Check-in time is not available',
      data: { nextCheckInAt: '2026-06-22T21:00:00.000Z' },
    })
    expect(await detail(member, seasonId)).toMatchObject({
      open: false,
      available: false,
      unavailableReason: 'CHECK_IN_CLOSED',
      nextCheckInAt: '2026-06-22T21:00:00.000Z',
    })
  })

  test('adds 100 XP on the 5th and 10th check-in of a season, consecutive or not', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const given: number[] = []

    for (const day of [0, 1, 3, 4, 8, 9, 10, 11, 12, 20]) {
      server.clock.now = new Date(noon.getTime() + day * DAY_MS)
      await logInAgain(member)
      const { data } = await checkIn(member, seasonId)
      given.push(data?.xp ?? 0)
    }

    expect(given).toEqual([50, 50, 50, 50, 150, 50, 50, 50, 50, 150])
    expect(await detail(member, seasonId)).toMatchObject({
      daysParticipated: 10,
      totalXpEarned: 700,
    })
  })

  test('returns no next check-in on the last day, and the other daily missions do the same', async () => {
    const { seasonId, endAt } = await aSeason(server)
    const member = await signUpMember(server)
    server.clock.now = new Date(endAt.getTime() - 60_000)
    await logInAgain(member)

    const last = await checkIn(member, seasonId)
    const again = await checkIn(member, seasonId)
    const tickets = { params: { seasonId, missionId: 3 }, body: {} }
    const claimed = await member.call('mission.execute', tickets)
    const claimedAgain = await member.call('mission.execute', tickets)

    expect(last.data).toMatchObject({ xp: 50, nextCheckInAt: null })
    expect(again).toMatchObject({ code: Code.CHECK_IN_ALREADY_DONE, data: { nextCheckInAt: null } })
    expect(await detail(member, seasonId)).toMatchObject({ nextCheckInAt: null })
    expect(claimed.data).toMatchObject({ tickets: 1, nextAvailableAt: null })
    expect(claimedAgain.data).toMatchObject({ reason: 'DONE_TODAY', nextAvailableAt: null })
  })

  test('returns the first day of an upcoming season as the next check-in', async () => {
    const { seasonId, startAt } = await aSeason(server, { startsInDays: 3 })
    const member = await signUpMember(server)

    const firstAt = new Date(startAt.getTime() + HOUR_MS).toISOString()
    expect(await detail(member, seasonId)).toMatchObject({ nextCheckInAt: firstAt })
  })

  test('counts from one in each season', async () => {
    const first = await aSeason(server)
    const second = await aSeason(server)
    const member = await signUpMember(server)
    for (const day of [0, 1, 2, 3]) {
      server.clock.now = new Date(noon.getTime() + day * DAY_MS)
      await logInAgain(member)
      await checkIn(member, first.seasonId)
    }

    const fifthOfFirst = await (async () => {
      server.clock.now = new Date(noon.getTime() + 4 * DAY_MS)
      await logInAgain(member)
      return checkIn(member, first.seasonId)
    })()
    const firstOfSecond = await checkIn(member, second.seasonId)

    expect(fifthOfFirst.data).toMatchObject({ xp: 150, daysParticipated: 5 })
    expect(firstOfSecond.data).toMatchObject({ xp: 50, daysParticipated: 1 })
  })

  test.each([
    [2000, { tierBonusXp: 2, levelBonusXp: 0, xp: 52 }],
    [9899, { tierBonusXp: 5, levelBonusXp: 0, xp: 55 }],
    [9900, { tierBonusXp: 5, levelBonusXp: 2, xp: 57 }],
    [19_900, { tierBonusXp: 7, levelBonusXp: 5, xp: 62 }],
    [20_000, { tierBonusXp: 10, levelBonusXp: 5, xp: 65 }],
  ])('adds the bonuses of level and tier at %i XP', async (xp, gain) => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    await earnXp(server, seasonId, new Map([[member.userId, xp]]))

    expect((await checkIn(member, seasonId)).data).toMatchObject(gain)
  })

  test('reports a new level and tier', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    await earnXp(server, seasonId, new Map([[member.userId, 1990]]))

    const { data } = await checkIn(member, seasonId)

    expect(data).toMatchObject({
      levelUp: true,
      tierUp: true,
      me: { tier: 'Silver', tierEmblem: 'silver', ticketRatePerDay: 2, level: 21 },
    })
  })

  test('returns the same response for a repeated key, and rejects a different request under it', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const params = { seasonId, missionId: CHECK_IN }
    const key = { 'idempotency-key': 'today' }
    const first = await member.call('mission.execute', { params, body: {} }, key)
    const before = await countPostings(server.ctx.db)

    const again = await member.call('mission.execute', { params, body: {} }, key)
    const other = await member.call('mission.execute', { params, body: { partnerCode: 'x' } }, key)

    expect(first.code).toBe(0)
    expect(again.data).toEqual(first.data)
    expect(other).toMatchObject({
      code: Code.INVALID_REQUEST,
      msg: 'We couldn’t process that. Check it and try again.',
    })
    expect(await countPostings(server.ctx.db)).toBe(before)
  })
})

describe('a refused check-in', () => {
  test.each([
    ['in an unknown season', 0, Code.NOT_FOUND, 'We couldn’t find that.'],
    ['before the season begins', 3, Code.SEASON_NOT_OPEN, 'This season isn’t open.'],
    ['after the season has ended', -40, Code.SEASON_NOT_OPEN, 'This season isn’t open.'],
  ])('posts nothing to the ledger %s', async (label, startsInDays, code, msg) => {
    const season = await aSeason(server, { startsInDays })
    const seasonId = label.includes('unknown') ? season.seasonId + 1_000_000 : season.seasonId
    const member = await signUpMember(server)
    const before = await countPostings(server.ctx.db)

    const reply = await checkIn(member, seasonId)

    expect(reply).toMatchObject({ code, msg, success: false })
    expect(await countPostings(server.ctx.db)).toBe(before)
  })

  test.each([
    ['that does not exist', 999],
    ['of another season', 77],
  ])('posts nothing to the ledger for a mission %s', async (_, missionId) => {
    const { seasonId } = await aSeason(server)
    await aSeason(server, {
      change: (plan) => ({
        ...plan,
        missions: plan.missions.flatMap((one) =>
          one.missionId === 7 ? [one, { ...one, missionId: 77 }] : [one],
        ),
      }),
    })
    const member = await signUpMember(server)
    const before = await countPostings(server.ctx.db)

    const reply = await member.call('mission.execute', {
      params: { seasonId, missionId },
      body: {},
    })

    expect(reply).toMatchObject({
      status: 404,
      code: Code.NOT_FOUND,
      msg: 'We couldn’t find that.',
    })
    expect(await countPostings(server.ctx.db)).toBe(before)
  })
})
