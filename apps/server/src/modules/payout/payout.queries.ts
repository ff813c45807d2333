import {
  and,
  asc,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PayoutRequest } from '#/platform/process/context.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { textList } from '#/platform/process/expressions.ts'
import { payouts } from './payout.table.ts'

export type Payout = typeof payouts.$inferSelect

// Use literals instead of parameters, because the planner compares them with the predicates of
// partial indexes.
export const isQueued = eq(payouts.state, 'QUEUED').inlineParams()
export const isInFlight = inArray(payouts.state, ['RESERVED', 'SENT']).inlineParams()
const isLow = eq(payouts.heldFor, 'LOW_BALANCE').inlineParams()
export const isOpen = inArray(payouts.state, ['QUEUED', 'RESERVED', 'SENT']).inlineParams()

export async function findPayout(db: Db, payoutId: number): Promise<Payout | undefined> {
  const [payout] = await db.select().from(payouts).where(eq(payouts.id, payoutId))
  return payout
}

export async function lockPayout(tx: Db, payoutId: number): Promise<Payout | undefined> {
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update')
  return payout
}

/** Locks a payout unless another transaction has locked it. */
export async function lockFreePayout(tx: Db, payoutId: number): Promise<Payout | undefined> {
  const [payout] = await tx
    .select()
    .from(payouts)
    .where(eq(payouts.id, payoutId))
    .for('update', { skipLocked: true })
  return payout
}

/** Locks the calls of a contract that are not final. */
export function lockOpenCalls(
  tx: Db,
  of: { chainId: number; contract: string; purposes: readonly Payout['purpose'][] },
): Promise<Payout[]> {
  return tx
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.chainId, of.chainId),
        isOpen,
        eq(payouts.address, of.contract),
        inArray(payouts.purpose, of.purposes),
      ),
    )
    .orderBy(payouts.id)
    .for('update')
}

/** Returns the payouts of a chain with a nonce that are not final, ordered by nonce. */
export function findInFlight(db: Db, chainId: number): Promise<Payout[]> {
  return db
    .select()
    .from(payouts)
    .where(and(eq(payouts.chainId, chainId), isInFlight))
    .orderBy(payouts.nonce)
}

type Token = { symbol: string; decimals: number }

/**
 * Returns the first token after another one, in the order of symbols, that payouts without a chain
 * are waiting for.
 */
export async function findTokenWithoutChain(
  db: Db,
  after: Token | undefined,
): Promise<Token | undefined> {
  const { symbol, decimals } = payouts
  const [token] = await db
    .select({ symbol, decimals })
    .from(payouts)
    .where(
      and(
        isNull(payouts.chainId),
        isQueued,
        after && sql`(${symbol}, ${decimals}) > (${after.symbol}, ${after.decimals}::int)`,
      ),
    )
    .orderBy(symbol, decimals)
    .limit(1)
  return token
}

/** Returns the payouts of an account with this nonce or a later one, ordered by nonce. */
export function findFromNonce(
  db: Db,
  of: { chainId: number; account: string; nonce: number },
): Promise<Payout[]> {
  return db.select().from(payouts).where(fromNonce(of)).orderBy(payouts.nonce)
}

const fromNonce = (of: { chainId: number; account: string; nonce: number }): SQL | undefined =>
  and(
    eq(payouts.chainId, of.chainId),
    eq(payouts.account, of.account),
    gte(payouts.nonce, of.nonce),
  )

export async function hasOpenPayouts(db: Db, chainId: number): Promise<boolean> {
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.chainId, chainId), isOpen))
    .limit(1)
  return rows.length > 0
}

/** Counts the payouts of a chain that wait for a nonce and those in flight. */
export async function countOpenOn(
  db: Db,
  chainId: number,
): Promise<{ waiting: number; inFlight: number }> {
  const [counted] = await db
    .select({
      waiting: sql`count(*) filter (where ${isQueued})`.mapWith(Number),
      inFlight: sql`count(*) filter (where ${isInFlight})`.mapWith(Number),
    })
    .from(payouts)
    .where(and(eq(payouts.chainId, chainId), isOpen))
  return counted ?? { waiting: 0, inFlight: 0 }
}

export function countOpenByChain(db: Db) {
  const chain = sql<string>`coalesce(${payouts.chainId}::text, 'none')`
  return db
    .select({ chain, state: payouts.state, count: count() })
    .from(payouts)
    .where(isOpen)
    .groupBy(sql`1`, sql`2`)
    .orderBy(sql`1`, sql`2`)
}

export function countHeldByReason(db: Db) {
  return db
    .select({ reason: sql<string>`${payouts.heldFor}`, count: count() })
    .from(payouts)
    .where(and(isOpen, isNotNull(payouts.heldFor)))
    .groupBy(payouts.heldFor)
    .orderBy(payouts.heldFor)
}

export type NewPayout = Omit<PayoutRequest, 'purpose' | 'memberId'> & {
  purpose: Payout['purpose']
  /** Null for a call of a contract. */
  memberId: number | null
  creates?: Payout['creates']
  subject?: Payout['subject']
  at: Date
  hold?: { why: string; until: Date } | undefined
}

/**
 * Inserts payouts with one statement. Returns the existing one where the same key has the same
 * values. The results are in the order of the requests.
 */
export async function insertPayouts(
  db: Db,
  requests: readonly NewPayout[],
): Promise<{ id: number; fresh: boolean }[]> {
  const rows = requests.map(({ amount, hold, ...request }) => ({
    ...request,
    amount: amount.toString(),
    heldFor: hold?.why,
    notBefore: hold?.until,
  }))
  // Raw SQL: a batch of any size is one value.
  const made = await rowsOf<{ id: string; key: string }>(
    db,
    sql`insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id,
        contract, state, held_for, not_before, created_at, creates, subject)
      select p.purpose, p.key, p."memberId", p.address, p.symbol, p.decimals, p.amount, p."chainId",
        p.contract, 'QUEUED', p."heldFor", p."notBefore", p.at, p.creates, p.subject
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as p(purpose text, key text, "memberId" bigint, address text, symbol text, decimals integer,
          amount numeric, "chainId" bigint, contract text, "heldFor" text, "notBefore" timestamptz,
          at timestamptz, creates text, subject bigint)
      on conflict (key) where state <> 'FAILED' do nothing
      returning id, key`,
  )
  const idOf = new Map(made.map(({ id, key }) => [key, Number(id)]))
  const repeated = requests.filter(({ key }) => !idOf.has(key))
  const known = repeated.length === 0 ? undefined : await findOpenByKey(db, repeated)
  return requests.map((request) => {
    const id = idOf.get(request.key)
    if (id !== undefined) return { id, fresh: true }
    const earlier = known?.get(request.key)
    if (earlier?.amount !== request.amount || earlier.address !== request.address)
      throw new Error(`Payout ${request.key} was requested with different values before`)
    return { id: earlier.id, fresh: false }
  })
}

/** Returns the payouts that have not failed by their keys. */
export async function findOpenByKey(
  db: Db,
  requests: readonly { key: string }[],
): Promise<Map<string, Payout>> {
  const keys = textList(requests.map(({ key }) => key))
  const rows = await db
    .select()
    .from(payouts)
    .where(and(inArray(payouts.key, keys), ne(payouts.state, 'FAILED').inlineParams()))
  return new Map(rows.map((payout) => [payout.key, payout]))
}

/** Assigns a chain to the oldest payouts of a token that have none. */
export async function assignChain(
  db: Db,
  { symbol, decimals, count }: Token & { count: number },
  token: { chainId: number; contract: string | null },
): Promise<void> {
  const withoutChain = and(isNull(payouts.chainId), isQueued)
  const oldest = db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.symbol, symbol), eq(payouts.decimals, decimals), withoutChain))
    .orderBy(payouts.id)
    .limit(count)
  await db
    .update(payouts)
    .set({ chainId: token.chainId, contract: token.contract })
    .where(and(inArray(payouts.id, oldest), withoutChain))
}

/** Returns, for each token with too low a balance, the payout that has waited longest. */
export function findLow(db: Db, chainId: number): Promise<{ symbol: string; payoutId: number }[]> {
  return db
    .select({
      symbol: payouts.symbol,
      payoutId: sql`min(${payouts.id})`.mapWith(payouts.id),
    })
    .from(payouts)
    .where(and(eq(payouts.chainId, chainId), isQueued, isLow))
    .groupBy(payouts.symbol)
    .orderBy(asc(payouts.symbol))
}

/** More decimals than any token has. */
const MAX_DECIMALS = 36

/**
 * Sums the payouts since an instant on all chains, in the smallest unit of a token with these
 * decimals, rounded up. Failed payouts are excluded.
 */
export async function findPaidSince(
  db: Db,
  of: { symbol: string; decimals: number; memberId: number | null; since: Date },
): Promise<{ toMember: bigint; toAll: bigint; refunds: bigint }> {
  const scaledAmount = sql`${payouts.amount} * 10::numeric ^ (${MAX_DECIMALS}::int - ${payouts.decimals})`
  const paidWhere = (condition: SQL | undefined) =>
    sql`trunc(coalesce(sum(${scaledAmount}) filter (where ${condition}), 0))`.mapWith(
      payouts.amount,
    )
  const [paid] = await db
    .select({
      toAll: paidWhere(ne(payouts.purpose, 'REFUND')),
      refunds: paidWhere(eq(payouts.purpose, 'REFUND')),
      toMember: paidWhere(
        // No member has the id 0.
        and(eq(payouts.memberId, of.memberId ?? 0), eq(payouts.purpose, 'WITHDRAWAL')),
      ),
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.symbol, of.symbol),
        inArray(payouts.state, ['RESERVED', 'SENT', 'CONFIRMED']),
        gte(payouts.reservedAt, of.since),
      ),
    )
  const scaleFactor = 10n ** BigInt(MAX_DECIMALS - of.decimals)
  const units = (amount: bigint | undefined) => ((amount ?? 0n) + scaleFactor - 1n) / scaleFactor
  return {
    toMember: units(paid?.toMember),
    toAll: units(paid?.toAll),
    refunds: units(paid?.refunds),
  }
}

/** Releases payouts that waited for a cap and returns their chains. */
export async function releaseCapped(db: Db, symbol: string): Promise<number[]> {
  const capped = ['MEMBER_CAP', 'DAY_CAP', 'ABOVE_CAP', 'NO_CAP']
  const rows = await db
    .update(payouts)
    .set({ heldFor: null, notBefore: null })
    .where(and(eq(payouts.symbol, symbol), isQueued, inArray(payouts.heldFor, capped)))
    .returning({ chainId: payouts.chainId })
  const chains = rows.flatMap(({ chainId }) => (chainId === null ? [] : chainId))
  return Array.from(new Set(chains))
}

/**
 * Reopens the last payouts of an account that the chain no longer contains; their signed bytes are
 * kept.
 */
export async function reopenFrom(
  db: Db,
  of: { chainId: number; account: string; nonce: number },
): Promise<void> {
  await db
    .update(payouts)
    .set({ state: 'SENT', confirmedAt: null })
    .where(and(fromNonce(of), eq(payouts.state, 'CONFIRMED')))
}
