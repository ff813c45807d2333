import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { balanceOf } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import {
  CODE_MISSION,
  DAILY_LINK_MISSION,
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

describe('a mission proven by a link', () => {
  test('pays once, with bonuses, ten seconds after the link was opened through the app', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    await earnXp(server, seasonId, new Map([[member.userId, 10_000]]))
    const params = { seasonId, missionId: LINK_MISSION }

    const unopened = await execute(member, seasonId, LINK_MISSION)
    const opened = await member.call('mission.open', { params })
    server.clock.advance(9999)
    const tooSoon = await execute(member, seasonId, LINK_MISSION)
    const openedAgain = await member.call('mission.open', { params })
    server.clock.advance(1)
    const done = await execute(member, seasonId, LINK_MISSION)
    const twice = await execute(member, seasonId, LINK_MISSION)
    const reopened = await member.call('mission.open', { params })

    expect(unopened).toMatchObject(refusedFor('LINK_NOT_OPENED'))
    expect(opened.data).toEqual({ openedAt: noon.toISOString(), linkUrl: '/more/wallet-policy' })
    expect(tooSoon).toMatchObject(refusedFor('LINK_OPENED_TOO_RECENTLY'))
    expect(openedAgain.data).toEqual(opened.data)
    // 80 XP, plus 5 % for level 101 and 15 % for Platinum.
    expect(done.data).toMatchObject({ baseXp: 80, levelBonusXp: 4, tierBonusXp: 12, xp: 96 })
    expect(twice).toMatchObject(refusedFor('DONE'))
    expect(reopened).toMatchObject(refusedFor('DONE'))
  })

  test('requires the link again every day if it is daily', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const params = { seasonId, missionId: DAILY_LINK_MISSION }
    await member.call('mission.open', { params })
    server.clock.advance(10_000)
    const first = await execute(member, seasonId, DAILY_LINK_MISSION)
    const second = await execute(member, seasonId, DAILY_LINK_MISSION)

    server.clock.advance(DAY_MS)
    await logInAgain(member)
    const unopened = await execute(member, seasonId, DAILY_LINK_MISSION)
    const shown = await member.call('mission.show', { params })
    await member.call('mission.open', { params })
    const tooSoon = await execute(member, seasonId, DAILY_LINK_MISSION)
    server.clock.advance(10_000)
    const nextDay = await execute(member, seasonId, DAILY_LINK_MISSION)

    expect(first.data).toMatchObject({ xp: 60 })
    expect(second).toMatchObject(refusedFor('DONE_TODAY'))
    expect(unopened).toMatchObject(refusedFor('LINK_NOT_OPENED'))
    expect(shown.data).toMatchObject({ proof: { kind: 'LINK', openedAt: null } })
    expect(tooSoon).toMatchObject(refusedFor('LINK_OPENED_TOO_RECENTLY'))
    expect(nextDay.data).toMatchObject({ xp: 60 })
  })

  test('cannot be opened without a link or outside the season', async () => {
    const { seasonId } = await aSeason(server)
    const over = await aSeason(server, { startsInDays: -40 })
    const member = await signUpMember(server)
    const open = (params: { seasonId: number; missionId: number }) =>
      member.call('mission.open', { params })

    expect(await open({ seasonId, missionId: 1 })).toMatchObject(refusedFor('NOT_EXECUTABLE'))
    expect((await open({ seasonId, missionId: 999 })).code).toBe(Code.NOT_FOUND)
    const ended = await open({ seasonId: over.seasonId, missionId: LINK_MISSION })
    expect(ended.code).toBe(Code.SEASON_NOT_OPEN)
  })
})

describe('a mission proven by a code', () => {
  const limited = (plan: SeasonPlan): SeasonPlan => ({
    ...plan,
    missions: plan.missions.map((mission) =>
      mission.missionId === CODE_MISSION ? { ...mission, maxCompletions: 1 } : mission,
    ),
  })

  test('pays for the correct code only, ignoring case', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    for (const body of [{}, { partnerCode: '' }, { partnerCode: 'NORTHSTA' }]) {
      expect(await execute(member, seasonId, CODE_MISSION, body)).toMatchObject(
        refusedFor('CODE_WRONG'),
      )
    }
    const right = await execute(member, seasonId, CODE_MISSION, { partnerCode: ' northstar ' })

    expect(right.data).toMatchObject({ type: 'EARN', xp: 150 })
  })

  test('ends when its budget is spent', async () => {
    const { seasonId } = await aSeason(server, { change: limited })
    const first = await signUpMember(server)
    const second = await signUpMember(server)
    const body = { partnerCode: 'NORTHSTAR' }

    const paid = await execute(first, seasonId, CODE_MISSION, body)
    const late = await execute(second, seasonId, CODE_MISSION, body)

    expect(paid.code).toBe(0)
    expect(late).toMatchObject(refusedFor('BUDGET_SPENT'))
  })
})

describe('a mission proven on chain', () => {
  const ADDRESS = `0x${'Ab'.repeat(20)}`

  async function memberWithWallet(address: string | null) {
    const member = await signUpMember(server)
    await server.ctx.db.execute(
      sql`update members set wallet_address = ${address} where id = ${member.userId}`,
    )
    return member
  }

  test('requires a wallet and a reachable chain', async () => {
    const { seasonId } = await aSeason(server)
    const without = await memberWithWallet(null)
    const unreachable = await memberWithWallet(`0x${'12'.repeat(20)}`)

    const noWallet = await execute(without, seasonId, ONCHAIN_MISSION)
    const noChain = await execute(unreachable, seasonId, ONCHAIN_MISSION)

    expect(noWallet).toMatchObject(refusedFor('WALLET_MISSING'))
    expect(noChain).toMatchObject(refusedFor('CHAIN_UNREACHABLE'))
  })

  test('pays when the chain confirms it, and once per address and season, for any member', async () => {
    const { seasonId } = await aSeason(server)
    const member = await memberWithWallet(ADDRESS)
    const checks: unknown[] = []
    let holds = false
    const real = server.ctx.onChainProofs
    server.ctx.onChainProofs = {
      read: async (...question) => {
        checks.push(question)
        return { kind: 'HOLDS', fulfilled: holds, units: 0n }
      },
    }

    const no = await execute(member, seasonId, ONCHAIN_MISSION)
    holds = true
    const yes = await execute(member, seasonId, ONCHAIN_MISSION)
    await server.ctx.db.execute(
      sql`update members set wallet_address = null where id = ${member.userId}`,
    )
    const next = await memberWithWallet(ADDRESS.toLowerCase())
    const again = await execute(next, seasonId, ONCHAIN_MISSION)
    server.ctx.onChainProofs = real

    expect(no).toMatchObject(refusedFor('ONCHAIN_UNPROVEN'))
    expect(yes.data).toMatchObject({ type: 'PARTNER', xp: 300 })
    expect(again).toMatchObject(refusedFor('ONCHAIN_ADDRESS_USED'))
    expect(checks[0]).toEqual([31_337, ADDRESS, { kind: 'HOLDS', contract: null, minUnits: 1n }])
    const scope = `season:${seasonId}`
    const account = { member: next.userId, asset: 'XP', scope } as const
    expect(await balanceOf(server.ctx.db, account)).toBe(0n)
  })
})
