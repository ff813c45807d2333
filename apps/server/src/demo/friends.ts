import { checksumAddress } from '@solstice/rules/address'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { referralUnits } from '@solstice/rules/invite'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { claimReward } from '#/modules/invite/claim.service.ts'
import { qualifyFriend } from '#/modules/invite/qualification.service.ts'
import { buyProduct } from '#/modules/product/product.service.ts'
import { requestRefund } from '#/modules/refund/refund.service.ts'
import type { Programme } from '#/modules/season/programme.service.ts'
import { createMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { transfer } from '#/platform/books/ledger.ts'
import {
  connectWallet,
  disconnectWallet,
  findTicketProduct,
  insertWithdrawal,
  setDeleted,
} from './demo.queries.ts'
import { CHECK_IN, completeVisit } from './visits.ts'

type Friend = {
  /** The day of the season on which they joined. */
  joined: number
  wallet?: true
  checkIns?: readonly number[]
  left?: true
}

/** One friend in each state: claimed, claimable, waiting, half-way, just joined, and deleted. */
const FRIENDS: readonly Friend[] = [
  { joined: 0, wallet: true, checkIns: [0, 1, 2] },
  { joined: 1, wallet: true, checkIns: [1, 2, 3] },
  { joined: 3, left: true },
  { joined: 5, wallet: true, checkIns: [5, 6, 7] },
  { joined: 8, wallet: true, checkIns: [8, 9] },
  { joined: 10 },
]
/** A week after the first of them qualified, and before the second does. */
const CLAIMED_ON = 10

/** Adds invited friends, a reward, a purchase and a refund to the demo account. */
export async function seedFriends(
  tx: Db,
  ctx: AppContext,
  season: Programme,
  memberId: number,
): Promise<void> {
  for (const [at, friend] of FRIENDS.entries())
    await addFriend(tx, ctx, season, memberId, at, friend)
  await claimReward(tx, on(ctx, season, CLAIMED_ON, 11), memberId, {
    type: 'REFERRAL',
    seasonId: undefined,
  })
  await withdrawOnce(tx, on(ctx, season, 4, 15), memberId)
  await shop(tx, on(ctx, season, 10, 15), season.seasonId, memberId)
}

/** Returns the context with an earlier clock. */
const on = (ctx: AppContext, { startAt }: Programme, day: number, hour: number): AppContext => ({
  ...ctx,
  now: () => new Date(startAt.getTime() + day * DAY_MS + hour * HOUR_MS),
})

async function addFriend(
  tx: Db,
  ctx: AppContext,
  season: Programme,
  referredBy: number,
  at: number,
  { joined, wallet, checkIns = [], left }: Friend,
): Promise<void> {
  const pastCtx = { ...on(ctx, season, joined, 9), db: tx }
  const fresh = { email: `friend-${at + 1}@solstice.example`, passwordHash: 'none' }
  const { id } = await createMember(pastCtx, { ...fresh, language: 'en', referredBy })
  if (wallet) {
    const address = checksumAddress(`0x${Buffer.from(ctx.randomBytes(20)).toString('hex')}`)
    await connectWallet(tx, id, { address, at: pastCtx.now() })
  }
  for (const day of checkIns) await completeVisit(tx, ctx, season, id, [day, [CHECK_IN]])
  const last = checkIns.at(-1)
  if (last !== undefined) await qualifyFriend({ ...on(ctx, season, last, 13), db: tx }, id)
  if (checkIns.length > 2) {
    // A qualified friend needs no wallet, and without one no round pays an address without an
    // owner.
    await disconnectWallet(tx, id, on(ctx, season, joined + 3, 9).now())
  }
  if (left) await setDeleted(tx, id, on(ctx, season, joined + 1, 9).now())
}

const EARNED_BEFORE = '12'
const WITHDRAWN = '10'

/** Adds a reward for earlier friends, most of which was paid out to a former wallet. */
async function withdrawOnce(tx: Db, ctx: AppContext, memberId: number): Promise<void> {
  const at = ctx.now()
  const referral = { at, asset: 'REFERRAL' } as const
  const member = { member: memberId }
  const treasury = { system: 'TREASURY' } as const
  await transfer(tx, {
    ...referral,
    kind: 'ADJUSTMENT',
    key: 'demo:referral',
    from: treasury,
    to: member,
    amount: referralUnits(EARNED_BEFORE) ?? 0n,
  })
  const amount = referralUnits(WITHDRAWN) ?? 0n
  const address = checksumAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
  const withdrawalId = await insertWithdrawal(tx, {
    memberId,
    amount,
    symbol: 'USDS',
    chainId: 31337,
    address,
    status: 'CONFIRMED',
    day: programmeDayOf(at),
    createdAt: at,
  })
  const key = `withdrawal:${withdrawalId}`
  await transfer(tx, { ...referral, kind: 'WITHDRAWAL', key, from: member, to: treasury, amount })
}

/** Buys a ticket with XP twice, and requests a refund of the second purchase. */
async function shop(tx: Db, ctx: AppContext, seasonId: number, memberId: number): Promise<void> {
  const productId = await findTicketProduct(tx, seasonId)
  if (productId === undefined) return
  const purchase = { memberId, seasonId, productId, quantity: 1 }
  await buyProduct(tx, ctx, purchase, { kind: 'not-required' })
  const { historyId } = await buyProduct(tx, ctx, purchase, { kind: 'not-required' })
  // A rule decides the refund as soon as the worker runs.
  await requestRefund(tx, ctx, { memberId, seasonId, historyId }, { type: 'CHANGE_OF_MIND' })
}
