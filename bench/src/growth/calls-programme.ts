import { sql } from 'drizzle-orm'
import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import { giveReferralBalance } from '../../../apps/server/test/test-invite.ts'
import { signUpMember } from '../../../apps/server/test/test-member.ts'
import { PIN, pinHeader } from '../../../apps/server/test/test-pin.ts'
import { aSeason } from '../../../apps/server/test/test-season.ts'
import { byNewMember, byResident, onOwnId, type Scenario, type Scenarios } from './scenario.ts'
import { equip, type Member, type World } from './world.ts'

/** A member with a wallet, balances and a rank. */
async function aBuyer(world: World): Promise<Member> {
  const member = await signUpMember(world.server)
  await equip(world, member)
  return member
}

const inSeason = ({ seasonId }: World) => ({ params: { seasonId } })

const execute = (missionId: number, body: object = {}): Scenario =>
  byNewMember('mission.execute', async (world, member) => {
    await equip(world, member)
    return { params: { seasonId: world.seasonId, missionId }, body }
  })

/** The recap of an ended season in which as many members took part as in the running one. */
async function byResidentAfterSeason({ server, seasonId, resident }: World) {
  const { db } = server.ctx
  const ended = await aSeason(server, { startsInDays: -40 })
  await db.execute(sql`insert into season_standings (season_id, member_id, xp, score)
    select ${ended.seasonId}, member_id, xp, score from season_standings
    where season_id = ${seasonId} and member_id = ${resident.userId}`)
  await db.execute(sql`insert into season_places (season_id, member_id, place)
    select ${ended.seasonId}, member_id, row_number() over (order by score desc)
    from season_standings where season_id = ${seasonId}`)
  await db.execute(sql`insert into season_recaps (season_id, members, announces, finished_at)
    select ${ended.seasonId}, count(*), false, now() from season_places
    where season_id = ${ended.seasonId}`)
  return () => resident.call('recap.mine', { params: { seasonId: ended.seasonId } })
}

/** Seasons, missions, the ranking, histories, the shop, invites and alerts. */
export const PROGRAMME_CALLS = {
  'language.list': byResident('language.list', () => ({})),
  'season.listPublic': byResident('season.listPublic', () => ({ query: {} })),
  'season.list': byResident('season.list', () => ({ query: {} })),
  'season.show': byResident('season.show', inSeason),
  'season.tiers': byResident('season.tiers', inSeason),
  'season.rounds': byResident('season.rounds', inSeason),
  'season.levels': byResident('season.levels', inSeason),
  'season.banners': byResident('season.banners', inSeason),
  'mission.list': byResident('mission.list', (world) => ({ ...inSeason(world), query: {} })),
  'mission.listAvailable': byResident('mission.listAvailable', (world) => ({
    ...inSeason(world),
    query: {},
  })),
  'mission.show': byResident('mission.show', ({ seasonId }) => ({
    params: { seasonId, missionId: 2 },
  })),
  'mission.open': byResident('mission.open', ({ seasonId }) => ({
    params: { seasonId, missionId: 7 },
  })),
  'mission.execute': {
    'a check-in': execute(1),
    'a spin': execute(2, { clientSeed: 'growth' }),
    'daily tickets': execute(3),
    'a partner code': execute(8, { partnerCode: 'NORTHSTAR' }),
  },
  'mission.listAlarms': byResident('mission.listAlarms', ({ seasonId }) => ({
    query: { seasonId },
  })),
  'mission.setAlarm': byResident('mission.setAlarm', ({ seasonId }) => ({
    body: { seasonId, missionId: 1, enabled: true },
  })),
  'ranking.list': byResident('ranking.list', inSeason),
  'recap.mine': byResidentAfterSeason,
  'history.list': byResident('history.list', (world) => ({ ...inSeason(world), query: {} })),
  'history.show': byNewMember('history.show', async ({ seasonId }, member) => {
    const params = { seasonId, missionId: 3 }
    const { data } = await member.call('mission.execute', { params, body: {} })
    return { params: { seasonId, historyId: data?.historyId ?? 0 } }
  }),
  'explanation.mine': {
    'of a mission': byResident('explanation.mine', ({ seasonId }) => ({
      params: { entryId: `mission:${seasonId}.1` },
    })),
    'of a credit': byNewMember('explanation.mine', async ({ seasonId }, member) => {
      const params = { seasonId, missionId: 1 }
      const { data } = await member.call('mission.execute', { params, body: {} })
      return { params: { entryId: `history:${data?.historyId}` } }
    }),
    'of a round': byNewMember('explanation.mine', async ({ seasonId }, member) => {
      const { data } = await member.call('season.rounds', { params: { seasonId } })
      return { params: { entryId: `round:${data?.list[0]?.roundId}` } }
    }),
  },
  'distribution.mine': byResident('distribution.mine', () => ({})),
  'distribution.claim': byResident('distribution.claim', () => ({})),
  'pointsLog.mine': byResident('pointsLog.mine', () => ({ query: {} })),
  'history.tickets': byResident('history.tickets', (world) => ({ ...inSeason(world), query: {} })),
  'product.list': byResident('product.list', (world) => ({ ...inSeason(world), query: {} })),
  'product.show': byResident('product.show', ({ seasonId, productId }) => ({
    params: { seasonId, productId },
  })),
  'product.buy': {
    'for XP': byResident('product.buy', ({ seasonId, productId }) => ({
      params: { seasonId, productId },
      body: {},
    })),
    'for tokens': async (world) => {
      const buyer = await aBuyer(world)
      const params = { seasonId: world.seasonId, productId: world.packId }
      return () => buyer.call('product.buy', { params, body: {} })
    },
  },
  'product.updateOrder': async (world) => {
    const buyer = await aBuyer(world)
    const params = { seasonId: world.seasonId, productId: world.packId }
    const { data } = await buyer.call('product.buy', { params, body: {} })
    const order = { ...params, userProductId: data?.userProductId ?? 0 }
    const body = { status: 'CANCELLED' } as const
    return () => buyer.call('product.updateOrder', { params: order, body })
  },
  'credit.show': byResident('credit.show', () => ({})),
  'credit.buy': async (world) => {
    const buyer = await aBuyer(world)
    return () => buyer.call('credit.buy', { body: { packageId: world.packageId } })
  },
  'credit.updateOrder': onOwnId('credit.updateOrder'),
  'refund.request': async (world) => {
    const buyer = await aBuyer(world)
    const { seasonId, productId } = world
    const bought = await buyer.call('product.buy', { params: { seasonId, productId }, body: {} })
    const params = { seasonId, historyId: bought.data?.historyId ?? 0 }
    return () => buyer.call('refund.request', { params, body: { type: 'CHANGE_OF_MIND' } })
  },
  'referral.mine': byResident('referral.mine', () => ({})),
  'referral.register': byNewMember('referral.register', async ({ resident }) => {
    const { data } = await resident.call('referral.mine', {})
    return { body: { referralCode: data?.referralCode ?? '' } }
  }),
  'referral.history': byResident('referral.history', () => ({ query: {} })),
  'invite.terms': byResident('invite.terms', () => ({})),
  'invite.mine': byResident('invite.mine', () => ({})),
  'invite.claim': byNewMember('invite.claim', async ({ server, seasonId }, { userId }) => {
    const friend = await signUpMember(server)
    const at = server.ctx.now().toISOString()
    await server.ctx.db.execute(sql`with promised as (
        update invite_budgets set promised = promised + 1000000 where season_id = ${seasonId})
      insert into invite_referrals (friend_id, referrer_id, season_id, wallet_fingerprint, amount,
        state, qualified_at, claimable_at)
      values (${friend.userId}, ${userId}, ${seasonId}, ${`growth-${friend.userId}`}, 1000000, 'EARNED',
        ${at}::timestamptz, ${at}::timestamptz)`)
    return { query: { type: 'REFERRAL' as const } }
  }),
  'invite.withdrawals': byResident('invite.withdrawals', () => ({ query: {} })),
  'invite.withdraw': async (world) => {
    const member = await aBuyer(world)
    await giveReferralBalance(world.server, member.userId, '50')
    const headers = await pinHeader(member, PIN, 'WITHDRAW')
    const body = { amount: '10', chainId: 31_337 }
    return () => member.call('invite.withdraw', { body }, headers)
  },
  'invite.referrals': byResident('invite.referrals', () => ({ query: {} })),
  'invite.availability': byResident('invite.availability', ({ seasonId }) => ({
    query: { seasonId },
  })),
  'alert.list': byResident('alert.list', () => ({ query: {} })),
  'alert.read': onOwnId('alert.read'),
  'alert.readAll': byResident('alert.readAll', () => ({})),
  'alert.settings': byResident('alert.settings', () => ({})),
  'alert.changeSetting': byResident('alert.changeSetting', () => ({
    params: { id: 1 },
    body: { enabled: true },
  })),
  'alert.quietHours': byResident('alert.quietHours', () => ({})),
  'alert.changeQuietHours': byResident('alert.changeQuietHours', () => ({
    body: { enabled: true },
  })),
  'notice.list': byResident('notice.list', () => ({ query: {} })),
  'notice.read': byResident('notice.read', () => ({ params: { id: 1 } })),
  'notice.readAll': byResident('notice.readAll', () => ({})),
  'network.list': byResident('network.list', () => ({})),
  'network.contracts': byResident('network.contracts', () => ({ params: { networkId: 1 } })),
  'network.allContracts': byResident('network.allContracts', () => ({ query: {} })),
  'explorer.query': byResident('explorer.query', ({ resident }) => ({
    query: {
      module: 'account' as const,
      action: 'txlist' as const,
      chainid: 31_337,
      address: resident.address,
    },
  })),
} satisfies Partial<Record<CallId, Scenarios>>
