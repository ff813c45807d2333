import { sql } from 'drizzle-orm'
import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import { giveReferralBalance } from '../../../apps/server/test/test-invite.ts'
import { signUpMember } from '../../../apps/server/test/test-member.ts'
import { PIN, pinHeader } from '../../../apps/server/test/test-pin.ts'
import { aRelayedSend } from '../../../apps/server/test/relay-rows.ts'
import { aSeason } from '../../../apps/server/test/test-season.ts'
import { chainOf } from '../../../apps/server/test/test-wallet.ts'
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

let relayNonce = 0
const SIGNATURE = `0x${'1'.repeat(130)}`

/** Repeats a stored send, because a new one would need a deployed contract and a budget. */
const sendAgain: Scenario = async (world) => {
  const { server, resident } = world
  const { db, now } = server.ctx
  const recipient = `0x${'3'.repeat(40)}`
  const relay = `0x${'1'.repeat(40)}`
  const { chainId } = chainOf(server).network
  const token = chainOf(server).network.token.address
  const { data } = await resident.call('users.me', {})
  relayNonce += 1
  const { sendId } = await aRelayedSend(db, data?.userId ?? 0, now())
  await db.execute(sql`update relay_sends set owner = ${resident.address.toLowerCase()},
    token = ${token.toLowerCase()}, nonce = ${relayNonce}, state = 'DONE' where id = ${sendId}`)
  const signed = { intent: SIGNATURE, permit: SIGNATURE, deadline: 2_000_000_000 }
  const sent = { chainId, relay, token, recipient, amount: '5', nonce: String(relayNonce) }
  return () => resident.call('relay.send', { body: { ...sent, ...signed } })
}

/** A reward of an ended round whose root is posted. A repeated call finds the claim under way. */
const claimReward: Scenario = async (world) => {
  const { server, resident } = world
  const address = resident.address.toLowerCase()
  const { network } = chainOf(server)
  const contract = `0x${'5'.repeat(40)}`
  const ended = await aSeason(server, { startsInDays: -40 })
  await server.ctx.db.execute(sql`with distributor as (
      insert into distributors (chain_id, token, symbol, decimals, account, contract, number,
        posted, funded, created_at)
      values (${network.chainId}, ${network.token.address.toLowerCase()}, 'USDS', 6, ${contract},
        ${contract}, 1, 1, 1, now())
      on conflict (chain_id, token, account) do update set number = excluded.number
      returning id
    ), leaf as (
      insert into distribution_leaves
        (chain_id, contract, address, token, member_id, cumulative, root_number, before)
      values (${network.chainId}, ${contract}, ${address}, ${network.token.address.toLowerCase()},
        ${resident.userId}, 1, 1, 0)
      on conflict do nothing
    )
    insert into round_rewards (round_id, member_id, season_id, amount, state, address, history_id,
      created_at, distributor_id, root_number)
    select ${ended.firstRound.roundId}, ${resident.userId}, ${ended.seasonId}, 1, 'CLAIMABLE',
      ${address}, 0, now(), id, 1 from distributor`)
  return () => resident.call('distribution.claim', {})
}

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

/** A week of the running season in which everybody plays, also the top 100. */
async function drawLeagues({ server, seasonId }: World): Promise<void> {
  const { db } = server.ctx
  const hash = 'ab'.repeat(32)
  await db.execute(sql`with week as (
      insert into league_weeks (season_id, week, seed, commitment, committed_at, step, members)
      values (${seasonId}, 2, decode(${hash}, 'hex'), ${hash}, now(), 'RUNNING', 1)
      on conflict do nothing returning 1
    ), members as (
      insert into league_members (season_id, member_id, rung, base_xp, pace)
      select season_id, member_id, 3, xp / 2, xp / 2 from season_standings
      where season_id = ${seasonId} and exists (select from week)
    )
    insert into league_entries (season_id, week, blinded_id, member_id, rung, is_apart, pace, band,
      league, entered_at)
    select season_id, 2, md5(member_id::text), member_id, 3, false, xp / 2,
      1 + (row_number() over (order by score desc) - 1) / 300,
      1 + (row_number() over (order by score desc) - 1) / 30, now()
    from season_standings where season_id = ${seasonId} and exists (select from week)`)
  await db.execute(sql`update league_weeks set leagues = (select max(league) from league_entries
    where season_id = ${seasonId} and week = 2) where season_id = ${seasonId} and week = 2`)
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
  'streak.show': byResident('streak.show', inSeason),
  'status.show': byResident('status.show', () => ({})),
  'league.mine': async (world) => {
    await drawLeagues(world)
    return () => world.resident.call('league.mine', inSeason(world))
  },
  'league.takePart': byResident('league.takePart', () => ({ body: { takesPart: true } })),
  'league.draw': async (world) => {
    await drawLeagues(world)
    const params = { seasonId: world.seasonId, week: 2 }
    return () => world.resident.call('league.draw', { params, query: {} })
  },
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
  'distribution.claim': claimReward,
  'relay.offer': byResident('relay.offer', () => ({
    query: { chainId: 31_337, token: `0x${'1'.repeat(40)}` },
  })),
  'relay.send': sendAgain,
  'relay.sends': byResident('relay.sends', () => ({ query: {} })),
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
  'network.rates': byResident('network.rates', () => ({})),
  'network.pricePoints': byResident('network.pricePoints', () => ({})),
  'explorer.query': byResident('explorer.query', ({ resident }) => ({
    query: {
      module: 'account' as const,
      action: 'txlist' as const,
      chainid: 31_337,
      address: resident.address,
    },
  })),
} satisfies Partial<Record<CallId, Scenarios>>
