import { sql } from 'drizzle-orm'
import type { CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { CallInput } from '@solstice/contract/wire'
import { MINUTE_MS } from '@solstice/rules/duration'
import { logInAgain, type Browser } from './test-member.ts'
import { CODE_MISSION, DAILY_LINK_MISSION, LINK_MISSION, ONCHAIN_MISSION } from './test-mission.ts'
import { PIN, pinHeader } from './test-pin.ts'
import { aSeason } from './test-season.ts'
import { aProduct, give } from './test-shop.ts'
import { CHAIN, type WithdrawalApp } from './withdrawal-app.ts'

type Member = Browser & { userId: number; email: string }

/** A refusal as a member received it. */
export type Received = {
  memberId: number
  call: CallId
  code: number
  reason: string | null
  seasonId: number | null
  missionId: number | null
}

/** The seasons and products that refuse calls: before, during and after a season, and not for sale. */
export type RefusedPlaces = Awaited<ReturnType<typeof aRefusedPlace>>

export async function aRefusedPlace({ server }: WithdrawalApp) {
  const ended = await aSeason(server, { startsInDays: -40 })
  const upcoming = await aSeason(server, { startsInDays: 40 })
  const { seasonId } = await aSeason(server)
  const spent = 13
  await server.ctx.db.execute(sql`insert into mission_budgets (season_id, mission_id, remaining)
    values (${seasonId}, ${spent}, 0)
    on conflict (season_id, mission_id) do update set remaining = 0`)
  return {
    seasonId,
    endedId: ended.seasonId,
    upcomingId: upcoming.seasonId,
    spentMission: spent,
    dear: await aProduct(server, seasonId, { price: 1_000_000n }),
    forTickets: await aProduct(server, seasonId, {
      payType: 'TICKET',
      price: 1000n,
      givesXp: 5,
      givesTickets: 0,
    }),
    off: await aProduct(server, seasonId, { onSale: false }),
    soldOut: await aProduct(server, seasonId, { stock: 0, price: 1n }),
    limited: await aProduct(server, seasonId, { perMember: 1, price: 1n }),
  }
}

/**
 * Lets a member with a wallet, a PIN and a balance try what is not possible, in every way that the
 * app allows, and returns each refusal. The clock stands at noon before and after.
 */
export async function causeRefusals(
  app: WithdrawalApp,
  member: Member,
  places: RefusedPlaces,
): Promise<Received[]> {
  const { server } = app
  const { seasonId, endedId, upcomingId } = places
  const noon = server.clock.now
  const received: Received[] = []

  async function call<Id extends CallId>(
    id: Id,
    input: CallInput<Id>,
    headers?: Record<string, string>,
  ) {
    const reply = await member.call(id, input, headers)
    if (reply.code === 0) return reply
    const { reason = null } = (reply.data ?? {}) as { reason?: string } // The form of refusals.
    const { params } = input as { params?: { seasonId?: number; missionId?: number } }
    const { query } = input as { query?: { seasonId?: number } }
    received.push({
      memberId: member.userId,
      call: id,
      code: reply.code,
      reason,
      seasonId: params?.seasonId ?? query?.seasonId ?? null,
      missionId: params?.missionId ?? null,
    })
    return reply
  }
  const execute = (missionId: number, body = {}, season = seasonId) =>
    call('mission.execute', { params: { seasonId: season, missionId }, body })
  const buy = (productId: number) =>
    call('product.buy', { params: { seasonId, productId }, body: {} })
  const withdraw = async (amount: string) =>
    call(
      'invite.withdraw',
      { body: { amount, chainId: CHAIN } },
      await pinHeader(member, PIN, 'WITHDRAW'),
    )

  const checkedIn = await execute(1)
  await execute(1)
  server.clock.now = new Date('2026-06-23T20:30:00.000Z')
  await logInAgain(member)
  await execute(1)
  server.clock.now = noon
  await logInAgain(member)
  await execute(2, { clientSeed: 'a', commitment: '0'.repeat(64) })
  for (let spins = 0; spins < 4; spins += 1) await execute(2, { clientSeed: 'a' })
  await execute(3)
  await execute(3)
  await execute(4)
  await execute(LINK_MISSION)
  const link = { params: { seasonId, missionId: LINK_MISSION } }
  await call('mission.open', link)
  await execute(LINK_MISSION)
  server.clock.advance(MINUTE_MS)
  await execute(LINK_MISSION)
  await execute(LINK_MISSION)
  await call('mission.open', link)
  server.clock.now = noon
  await execute(DAILY_LINK_MISSION)
  await execute(CODE_MISSION, { partnerCode: 'WRONG' })
  await call('mission.open', { params: { seasonId, missionId: CODE_MISSION } })
  await execute(ONCHAIN_MISSION)
  await execute(places.spentMission)
  await execute(14, { answer: { questionId: 0, option: 0 } })
  await execute(14, { answer: { questionId: 0, option: 0 } })
  await execute(1, {}, endedId)
  await execute(LINK_MISSION, {}, upcomingId)
  await call('mission.open', { params: { seasonId: endedId, missionId: LINK_MISSION } })

  await give(server, member.userId, 'XP', 10n, `season:${seasonId}`)
  await buy(places.dear)
  await buy(places.forTickets)
  await buy(places.off)
  await buy(places.soldOut)
  await buy(places.limited)
  await buy(places.limited)
  const { historyId } = checkedIn.data ?? {}
  await call('refund.request', {
    params: { seasonId, historyId: historyId ?? 0 },
    body: { type: 'OTHER', reason: 'I changed my mind' },
  })

  await call('invite.claim', { query: { type: 'FIRST_INVITE', seasonId } })
  await call('invite.claim', { query: { type: 'TOTAL_INVITE', seasonId: endedId } })
  await call('invite.claim', { query: { type: 'REFERRAL' } })
  await withdraw('1')
  await withdraw('60')
  await withdraw('101')
  await server.ctx.db.execute(sql`update security_events set created_at = ${noon.toISOString()}
    where member_id = ${member.userId}`)
  await withdraw('10')
  await server.ctx.db.execute(
    sql`update members set payouts_frozen_at = ${noon.toISOString()} where id = ${member.userId}`,
  )
  await withdraw('10')
  await server.ctx.db.execute(sql`update rate_limits set count = 100000`)
  await execute(1)
  await server.ctx.db.execute(sql`delete from rate_limits`)
  return received
}

/** Missions 2 and 3 have rules of their own for these reasons. */
const MISSION_RULES: Readonly<Record<string, string>> = {
  '3 DONE_TODAY': 'ticket',
  '2 COMMITMENT_CHANGED': 'spin',
}

/** Returns the rule and outcome that decide a reply with this code and reason. */
export function ruleOf(
  { call, code, reason, seasonId, missionId }: Received,
  places: RefusedPlaces,
) {
  switch (code) {
    case Code.CHECK_IN_CLOSED:
      return ['check-in', 'CHECK_IN_CLOSED']
    case Code.CHECK_IN_ALREADY_DONE:
      return ['check-in', 'DONE_TODAY']
    case Code.NO_SPINS_LEFT:
      return ['spin', 'NO_SPINS_LEFT']
    case Code.MISSION_UNAVAILABLE:
      return [MISSION_RULES[`${missionId} ${reason}`] ?? 'mission', reason]
    case Code.SEASON_NOT_OPEN:
      if (!call.startsWith('mission.')) break
      return ['mission', seasonId === places.endedId ? 'SEASON_ENDED' : 'SEASON_UPCOMING']
  }
  return ['refusal', 'REFUSED']
}
