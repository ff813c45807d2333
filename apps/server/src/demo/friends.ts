import { and, eq } from 'drizzle-orm'
import { checksumAddress } from '@solstice/rules/address'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { referralUnits } from '@solstice/rules/invite'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { claimReward } from '#/modules/invite/claim.service.ts'
import { inviteWithdrawals } from '#/modules/invite/invite.table.ts'
import { qualifyFriend } from '#/modules/invite/qualification.service.ts'
import { buyProduct } from '#/modules/product/product.service.ts'
import { products } from '#/modules/product/product.table.ts'
import { requestRefund } from '#/modules/refund/refund.service.ts'
import type { Programme } from '#/modules/season/programme.service.ts'
import { createMember } from '#/modules/users/users.service.ts'
import { members } from '#/modules/users/users.table.ts'
import { walletRegistrations } from '#/modules/wallet/wallet.table.ts'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { transfer } from '#/platform/ledger.ts'
import { CHECK_IN, comeBy } from './visits.ts'

type Friend = {
  /** On which day of the season they came. */
  joined: number
  wallet?: true
  checkIns?: readonly number[]
  left?: true
}

/** One in each state: claimed, claimable, waiting, half-way, just here, and gone again. */
const FRIENDS: readonly Friend[] = [
  { joined: 0, wallet: true, checkIns: [0, 1, 2] },
  { joined: 1, wallet: true, checkIns: [1, 2, 3] },
  { joined: 3, left: true },
  { joined: 5, wallet: true, checkIns: [5, 6, 7] },
  { joined: 8, wallet: true, checkIns: [8, 9] },
  { joined: 10 },
]
/** A week after the first of them counted, and before the second does. */
const CLAIMED_ON = 10

/** Somebody to have invited, something to have earned with it, bought and given back. */
export async function befriend(
  tx: Db,
  ctx: AppContext,
  season: Programme,
  memberId: number,
): Promise<void> {
  for (const [at, friend] of FRIENDS.entries()) await bring(tx, ctx, season, memberId, at, friend)
  await claimReward(tx, on(ctx, season, CLAIMED_ON, 11), memberId, {
    type: 'REFERRAL',
    seasonId: undefined,
  })
  await withdrawOnce(tx, on(ctx, season, 4, 15), memberId)
  await shop(tx, on(ctx, season, 10, 15), season.seasonId, memberId)
}

/** The same server, only earlier. */
const on = (ctx: AppContext, { startAt }: Programme, day: number, hour: number): AppContext => ({
  ...ctx,
  now: () => new Date(startAt.getTime() + day * DAY_MS + hour * HOUR_MS),
})

async function bring(
  tx: Db,
  ctx: AppContext,
  season: Programme,
  referredBy: number,
  at: number,
  { joined, wallet, checkIns = [], left }: Friend,
): Promise<void> {
  const then = { ...on(ctx, season, joined, 9), db: tx }
  const fresh = { email: `friend-${at + 1}@solstice.example`, passwordHash: 'none' }
  const { id } = await createMember(then, { ...fresh, language: 'en', referredBy })
  if (wallet) {
    const address = checksumAddress(`0x${Buffer.from(ctx.randomBytes(20)).toString('hex')}`)
    await tx.update(members).set({ walletAddress: address }).where(eq(members.id, id))
    const registration = { memberId: id, address, registeredAt: then.now() }
    await tx.insert(walletRegistrations).values({ ...registration, method: 'CREATE' })
  }
  for (const day of checkIns) await comeBy(tx, ctx, season, id, [day, [CHECK_IN]])
  const last = checkIns.at(-1)
  if (last !== undefined) await qualifyFriend({ ...on(ctx, season, last, 13), db: tx }, id)
  if (checkIns.length > 2) await disconnect(tx, on(ctx, season, joined + 3, 9), id)
  if (left) {
    const deletedAt = on(ctx, season, joined + 1, 9).now()
    const gone = `deleted:${id}`
    await tx
      .update(members)
      .set({ email: gone, nickname: gone, status: 'DISABLED', deletedAt })
      .where(eq(members.id, id))
  }
}

/** Who has counted needs no wallet any more, and without one no round pays play money to nobody. */
async function disconnect(tx: Db, ctx: AppContext, memberId: number): Promise<void> {
  await tx.update(members).set({ walletAddress: null }).where(eq(members.id, memberId))
  await tx
    .update(walletRegistrations)
    .set({ disconnectedAt: ctx.now() })
    .where(eq(walletRegistrations.memberId, memberId))
}

const EARNED_BEFORE = '12'
const WITHDRAWN = '10'

/** Of what earlier friends were worth: most of it was paid out, to a wallet of another day. */
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
  const [row] = await tx
    .insert(inviteWithdrawals)
    .values({
      memberId,
      amount,
      symbol: 'USDS',
      chainId: 31337,
      address,
      status: 'CONFIRMED',
      day: programmeDayOf(at),
      createdAt: at,
    })
    .returning({ id: inviteWithdrawals.id })
  const key = `withdrawal:${row?.id}`
  await transfer(tx, { ...referral, kind: 'WITHDRAWAL', key, from: member, to: treasury, amount })
}

/** A ticket for XP, once for good and once to be thought better of. */
async function shop(tx: Db, ctx: AppContext, seasonId: number, memberId: number): Promise<void> {
  const [product] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.seasonId, seasonId), eq(products.payType, 'TICKET')))
    .limit(1)
  if (!product) return
  const wish = { memberId, seasonId, productId: product.id, quantity: 1 }
  await buyProduct(tx, ctx, wish, { kind: 'not-asked' })
  const { historyId } = await buyProduct(tx, ctx, wish, { kind: 'not-asked' })
  // A rule decides it as soon as the server works.
  await requestRefund(tx, ctx, { memberId, seasonId, historyId }, { type: 'CHANGE_OF_MIND' })
}
