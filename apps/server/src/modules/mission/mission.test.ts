import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import {
  CODE_MISSION,
  execute,
  LINK_MISSION,
  ONCHAIN_MISSION,
  refusedFor,
} from '#test/test-mission.ts'
import { aSeason, earnXp } from '#test/test-season.ts'

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

describe('the missions of a season', () => {
  test('are listed with type, category, reward and availability', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const { data } = await member.call('mission.list', { params: { seasonId }, query: {} })

    const listed = data?.list.map(({ missionId, type, category }) => [missionId, type, category])
    expect(listed?.slice(0, 7)).toEqual([
      [1, 'CHECK_IN', 'earn'],
      [2, 'SPIN', 'earn'],
      [3, 'TICKET', 'earn'],
      [4, 'INVITE', 'earn'],
      [5, 'PARTNER', 'starlight'],
      [6, 'PURCHASE', 'purchase'],
      [7, 'EARN', 'earn'],
    ])
    expect(data?.list[0]).toMatchObject({
      title: 'Daily check-in',
      rewardXp: 50,
      rewardTickets: null,
      repeat: 'DAILY',
      available: true,
      unavailableReason: null,
      nextAvailableAt: null,
      completed: false,
      alarmEnabled: false,
    })
    expect(data?.list[2]).toMatchObject({ rewardXp: null, rewardTickets: 1 })
  })

  test.each(['earn', 'purchase', 'starlight'] as const)(
    'are filtered by category %s',
    async (category) => {
      const { seasonId } = await aSeason(server)
      const member = await signUpMember(server)
      const all = await member.call('mission.list', { params: { seasonId }, query: {} })

      const some = await member.call('mission.list', { params: { seasonId }, query: { category } })

      expect(some.data?.list.length).toBeGreaterThan(0)
      expect(some.data?.list).toEqual(all.data?.list.filter((one) => one.category === category))
    },
  )

  test('have texts in the language of the member', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const { data } = await member.call(
      'mission.list',
      { params: { seasonId }, query: {} },
      { 'accept-language': 'ko' },
    )

    expect(data?.list[0]?.title).toBe('출석 체크')
  })

  test('are listed as available only if they are, with and without a category', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    await execute(member, seasonId, 1)
    await execute(member, seasonId, 2)

    const all = await member.call('mission.list', { params: { seasonId }, query: {} })
    const open = await member.call('mission.listAvailable', { params: { seasonId }, query: {} })
    const earn = await member.call('mission.listAvailable', {
      params: { seasonId },
      query: { category: 'earn' },
    })

    const closed = all.data?.list.filter(({ available }) => !available)
    expect(
      closed?.map(({ missionId, unavailableReason }) => [missionId, unavailableReason]),
    ).toEqual([
      [1, 'DONE_TODAY'],
      [2, 'NO_SPINS_LEFT'],
    ])
    expect(open.data?.list).toEqual(all.data?.list.filter(({ available }) => available))
    expect(earn.data?.list).toEqual(open.data?.list.filter(({ category }) => category === 'earn'))
  })

  test.each([
    [3, 'SEASON_UPCOMING'],
    [-40, 'SEASON_ENDED'],
  ])(
    'of a season that begins in %i days can be read but are not available',
    async (days, reason) => {
      const { seasonId } = await aSeason(server, { startsInDays: days })
      const member = await signUpMember(server)

      const { data } = await member.call('mission.list', { params: { seasonId }, query: {} })
      const open = await member.call('mission.listAvailable', { params: { seasonId }, query: {} })

      expect(new Set(data?.list.map(({ unavailableReason }) => unavailableReason))).toEqual(
        new Set([reason]),
      )
      expect(open.data?.list).toEqual([])
    },
  )

  test('return the details of their type', async () => {
    const { seasonId } = await aSeason(server)
    const friend = await signUpMember(server)
    const mine = await friend.call('referral.mine', {})
    const referralCode = mine.data?.referralCode ?? ''
    await signUpMember(server, { referralCode })
    const show = async (missionId: number) =>
      (await friend.call('mission.show', { params: { seasonId, missionId } })).data

    expect(await show(3)).toMatchObject({
      type: 'TICKET',
      tickets: 0,
      ticketRatePerDay: 1,
      claimedToday: false,
    })
    expect(await show(4)).toMatchObject({ type: 'INVITE', referralCode, inviteCount: 1 })
    expect(await show(6)).toMatchObject({ type: 'PURCHASE', xpBalance: 0, tickets: 0 })
    expect(await show(LINK_MISSION)).toMatchObject({
      type: 'EARN',
      linkUrl: '/more/wallet-policy',
      proof: { kind: 'LINK', waitSeconds: 10, openedAt: null },
    })
    const coded = await show(CODE_MISSION)
    expect(coded).toMatchObject({ type: 'EARN', proof: { kind: 'CODE' } })
    expect(JSON.stringify(coded && 'proof' in coded && coded.proof)).not.toContain('NORTHSTAR')
    expect(await show(ONCHAIN_MISSION)).toMatchObject({
      type: 'PARTNER',
      proof: {
        kind: 'ONCHAIN',
        requirement: 'Your connected wallet has a balance above zero.',
        check: 'HOLDS',
        hasWallet: false,
      },
    })
  })

  test('name the partner in the language of the member, for partner missions only', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const shown = async (missionId: number, language: string) =>
      (
        await member.call(
          'mission.show',
          { params: { seasonId, missionId } },
          { 'accept-language': language },
        )
      ).data?.partner

    expect(await shown(10, 'en')).toEqual({
      name: 'Northfield',
      markUrl: '/art/mark-northfield.svg',
    })
    expect(await shown(10, 'ko')).toMatchObject({ name: '노스필드' })
    expect(await shown(LINK_MISSION, 'en')).toBeNull()
  })

  test.each([4, 6])(
    'reject the execution of mission %i, which has its own endpoints',
    async (missionId) => {
      const { seasonId } = await aSeason(server)
      const member = await signUpMember(server)

      expect(await execute(member, seasonId, missionId)).toMatchObject(refusedFor('NOT_EXECUTABLE'))
    },
  )

  test.each([
    ['mission.list', { seasonId: 999_999_999 }],
    ['mission.listAvailable', { seasonId: 999_999_999 }],
  ] as const)('return 2901 for an unknown season: %s', async (id, params) => {
    const member = await signUpMember(server)

    expect(await member.call(id, { params, query: {} })).toMatchObject({ status: 404, code: 2901 })
  })

  test('return 2901 for a mission of another season', async () => {
    const { seasonId } = await aSeason(server, {
      change: (plan) => ({
        ...plan,
        missions: plan.missions.filter(({ missionId }) => missionId <= 6),
      }),
    })
    const member = await signUpMember(server)

    const shown = await member.call('mission.show', { params: { seasonId, missionId: 7 } })

    expect(shown.code).toBe(Code.NOT_FOUND)
    expect((await execute(member, seasonId, 7)).code).toBe(Code.NOT_FOUND)
  })
})

describe('the daily tickets', () => {
  test.each([
    [0, 1],
    [2000, 2],
    [20_000, 5],
  ])('for %i XP are %i tickets', async (xp, tickets) => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    if (xp > 0) await earnXp(server, seasonId, new Map([[member.userId, xp]]))

    const { data } = await execute(member, seasonId, 3)

    expect(data).toMatchObject({
      type: 'TICKET',
      tickets,
      xp: 0,
      me: { tickets },
      nextAvailableAt: '2026-06-23T20:00:00.000Z',
    })
  })

  test('are granted once a day', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    await execute(member, seasonId, 3)

    const second = await execute(member, seasonId, 3)
    server.clock.now = new Date('2026-06-24T00:00:00+04:00')
    await logInAgain(member)
    const nextDay = await execute(member, seasonId, 3)

    expect(second).toMatchObject(refusedFor('DONE_TODAY'))
    expect(nextDay.data).toMatchObject({ me: { tickets: 2 } })
  })
})

describe('mission alarms', () => {
  test('are off by default and keep the last setting', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const alarm = { seasonId, missionId: 1, enabled: true }

    const before = await member.call('mission.listAlarms', { query: {} })
    const set = await member.call('mission.setAlarm', { body: alarm })
    await member.call('mission.setAlarm', { body: { ...alarm, missionId: 2 } })
    await member.call('mission.setAlarm', { body: { ...alarm, missionId: 2, enabled: false } })
    const after = await member.call('mission.listAlarms', { query: { seasonId } })
    const elsewhere = await member.call('mission.listAlarms', { query: { seasonId: 999_999 } })

    expect(before.data?.list).toEqual([])
    expect(set.data).toEqual(alarm)
    expect(after.data?.list).toEqual([alarm, { ...alarm, missionId: 2, enabled: false }])
    expect(elsewhere.data?.list).toEqual([])
    const { data } = await member.call('mission.list', { params: { seasonId }, query: {} })
    expect(data?.list.slice(0, 2).map(({ alarmEnabled }) => alarmEnabled)).toEqual([true, false])
  })

  test('return 2901 for an unknown mission or season', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const set = (body: { seasonId: number; missionId: number; enabled: boolean }) =>
      member.call('mission.setAlarm', { body })

    expect((await set({ seasonId, missionId: 999, enabled: true })).code).toBe(Code.NOT_FOUND)
    const unknown = await set({ seasonId: 999_999_999, missionId: 1, enabled: true })
    expect(unknown.code).toBe(Code.NOT_FOUND)
  })
})
