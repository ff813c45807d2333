import { MINUTE_MS } from '@solstice/rules/duration'
import { settleRefusals } from '#/platform/books/refusals.ts'
import { aFriendOf } from './test-invite.ts'
import { logInElsewhere } from './test-member.ts'
import type { TestOperator } from './test-operator.ts'
import { payoutFixtures } from './test-payout.ts'
import { aCreditPackage, aPayer, aProduct, give } from './test-shop.ts'
import { stepsIn, type TokenShop } from './token-shop.ts'

/** A member to whom everything happened that the timeline shows. */
export async function memberWithEverything(
  shop: TokenShop,
  { support, finance }: { support: TestOperator; finance: TestOperator },
) {
  const { server, seasonId } = shop
  const { buy, requestRefund } = stepsIn(() => shop)
  const { request } = payoutFixtures(() => server)
  const wait = () => server.clock.advance(MINUTE_MS)
  const payer = await aPayer(server)
  const { userId } = payer
  const params = { userId }
  const reason = 'Ticket 4711'
  wait()
  await payer.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })
  wait()
  await payer.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })
  await settleRefusals(server.ctx)
  wait()
  const season = { asset: 'XP', scope: `season:${seasonId}`, amount: '1000', reason } as const
  await finance.call('operator.adjustBalance', { params, body: season })
  wait()
  const credit = { asset: 'CREDIT', amount: '-5', reason } as const
  await give(server, userId, 'CREDIT', 20n)
  await finance.call('operator.adjustBalance', { params, body: credit })
  wait()
  const bought = await buy(payer, await aProduct(server, seasonId))
  wait()
  await requestRefund(payer, bought, { type: 'OTHER', reason: 'A mistake' })
  wait()
  const packageId = await aCreditPackage(server)
  await payer.call('credit.buy', { body: { packageId } })
  wait()
  await aFriendOf(server, payer)
  wait()
  await logInElsewhere(server, payer)
  wait()
  await support.call('member.addNote', { params, body: { text: 'Called back' } })
  wait()
  await support.call('operator.suspendMember', { params, body: { reason } })
  wait()
  await support.call('operator.restoreMember', { params, body: { reason } })
  wait()
  await request({ key: `payout-of-${userId}`, memberId: userId })
  wait()
  await support.call('member.endSessions', { params, body: { reason } })
  return payer
}
