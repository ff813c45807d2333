import { and, asc, desc, eq, gt, gte, isNotNull, like, lt, sql, type SQL } from 'drizzle-orm'
import { HELD_FOR_ANY, PAYOUTS_COUNTED_MAX } from '@solstice/contract/payout.schemas'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'
import { isOpen, type Payout } from './payout.queries.ts'
import { payouts } from './payout.table.ts'

export type PayoutFilter = {
  state?: Payout['state'] | undefined
  purpose?: Payout['purpose'] | undefined
  symbol?: string | undefined
  chainId?: number | undefined
  memberId?: number | undefined
  heldFor?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The reasons of the signer begin with this word and have a suffix. */
const SIGNER = 'SIGNER'

function isHeldFor(reason: string): SQL | undefined {
  // The condition of the index of held payouts.
  const isHeld = and(isNotNull(payouts.heldFor), isOpen)
  if (reason === HELD_FOR_ANY) return isHeld
  if (reason === SIGNER) return and(isHeld, like(payouts.heldFor, `${SIGNER}\\_%`))
  return and(isHeld, eq(payouts.heldFor, reason))
}

function matches({ heldFor, from, to, ...exact }: PayoutFilter): SQL | undefined {
  const { state, purpose, symbol, chainId, memberId } = exact
  return and(
    state === undefined ? undefined : eq(payouts.state, state),
    purpose === undefined ? undefined : eq(payouts.purpose, purpose),
    symbol === undefined ? undefined : eq(payouts.symbol, symbol),
    chainId === undefined ? undefined : eq(payouts.chainId, chainId),
    memberId === undefined ? undefined : eq(payouts.memberId, memberId),
    heldFor === undefined ? undefined : isHeldFor(heldFor),
    from && gte(payouts.createdAt, from),
    to && lt(payouts.createdAt, to),
  )
}

const NEWEST_FIRST = [desc(payouts.createdAt), desc(payouts.id)]

/** Returns one page, newest first. */
export function findPayoutPage(db: Db, filter: PayoutFilter, page: PageQuery): Promise<Payout[]> {
  return db
    .select()
    .from(payouts)
    .where(matches(filter))
    .orderBy(...NEWEST_FIRST)
    .limit(page.size)
    .offset(offsetOf(page))
}

/** More decimals than any token has. */
export const SUM_DECIMALS = 36

/**
 * Adds up the newest payouts by token, one more than are shown, so that the caller sees whether there
 * are more.
 */
export async function sumPayouts(
  db: Db,
  filter: PayoutFilter,
  most = PAYOUTS_COUNTED_MAX,
): Promise<{ symbol: string; count: number; amount: bigint }[]> {
  const found = db
    .select({ symbol: payouts.symbol, decimals: payouts.decimals, amount: payouts.amount })
    .from(payouts)
    .where(matches(filter))
    .orderBy(...NEWEST_FIRST)
    .limit(most + 1)
    .as('found')
  const scaled = sql`${found.amount} * 10::numeric ^ (${SUM_DECIMALS}::int - ${found.decimals})`
  return db
    .select({
      symbol: found.symbol,
      count: sql`count(*)`.mapWith(Number),
      amount: sql`trunc(sum(${scaled}))`.mapWith(payouts.amount),
    })
    .from(found)
    .groupBy(found.symbol)
    .orderBy(asc(found.symbol))
}

/** Returns payouts after an id, oldest first. */
export function findPayoutsAfter(
  db: Db,
  filter: PayoutFilter,
  { after, size }: { after: number; size: number },
): Promise<Payout[]> {
  return db
    .select()
    .from(payouts)
    .where(and(matches(filter), gt(payouts.id, after)))
    .orderBy(asc(payouts.id))
    .limit(size)
}

export async function findNickname(db: Db, memberId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ nickname: members.nickname })
    .from(members)
    .where(eq(members.id, memberId))
  return row?.nickname
}

/** Returns the newest CANCEL that uses up a nonce of the payout. */
export async function findCancellation(db: Db, payoutId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(eq(payouts.cancels, payoutId))
    .orderBy(desc(payouts.id))
    .limit(1)
  return row?.id
}
