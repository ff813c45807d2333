import { sql, type SQL } from 'drizzle-orm'
import type { Fees } from '@solstice/rules/gas'
import { REFUNDS_IN_FLIGHT_MAX } from '@solstice/rules/payout'
import { rowsOf, type Db } from '#/platform/db.ts'
import { asPayout, PAYOUT, type Payout } from './payout.queries.ts'

export type Attempt = {
  payoutId: number
  attempt: number
  gas: bigint
  fees: Fees
  /** Nothing until it is signed. */
  raw: string | null
  txHash: string | null
  createdAt: Date
}

type Row = Record<string, string | number | Date | null>

const asAttempt = (row: Row): Attempt => ({
  payoutId: Number(row['payout_id']),
  attempt: Number(row['attempt']),
  gas: BigInt(String(row['gas'])),
  fees: {
    maxFeePerGas: BigInt(String(row['max_fee'])),
    maxPriorityFeePerGas: BigInt(String(row['priority_fee'])),
  },
  raw: row['raw'] === null ? null : String(row['raw']),
  txHash: row['tx_hash'] === null ? null : String(row['tx_hash']),
  createdAt: new Date(row['created_at'] ?? 0),
})

/** Oldest first. */
export async function findAttempts(db: Db, payoutId: number): Promise<Attempt[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select payout_id, attempt, gas::text, max_fee::text, priority_fee::text, raw, tx_hash, created_at
      from payout_attempts where payout_id = ${payoutId} order by attempt`,
  )
  return rows.map(asAttempt)
}

/** Everything that decides the bytes, before anybody makes them. */
export async function insertAttempt(
  db: Db,
  attempt: { payoutId: number; attempt: number; gas: bigint; fees: Fees; at: Date },
): Promise<void> {
  const { payoutId, gas, fees, at } = attempt
  await db.execute(sql`insert into payout_attempts
      (payout_id, attempt, gas, max_fee, priority_fee, created_at)
    values (${payoutId}, ${attempt.attempt}, ${gas.toString()}::numeric,
      ${fees.maxFeePerGas.toString()}::numeric, ${fees.maxPriorityFeePerGas.toString()}::numeric,
      ${at.toISOString()}::timestamptz)
    on conflict do nothing`)
}

/** The first who signs is the one whose bytes count. */
export async function storeSigned(
  db: Db,
  signed: { payoutId: number; attempt: number; raw: string; txHash: string },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update payout_attempts set raw = ${signed.raw}, tx_hash = ${signed.txHash}
      where payout_id = ${signed.payoutId} and attempt = ${signed.attempt} and raw is null
      returning attempt`,
  )
  return rows.length === 1
}

const SIGNING = 4_030_000

/** One signer at a time gives out numbers on a chain. */
export async function takeSigningLock(tx: Db, chainId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${SIGNING}::int, ${chainId % 2_147_483_647}::int)`,
  )
}

/** Caps count on all chains: after the lock of its chain, one signer at a time asks for them. */
export async function takeCapLock(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SIGNING}::int, -1)`)
}

/** What chains may still take for what is on its way there: coins that are sent, and fees. */
export async function findCoinOnItsWay(tx: Db, chainId: number): Promise<bigint> {
  const [row] = await rowsOf<{ coin: string }>(
    tx,
    sql`select coalesce(sum(case when p.contract is null then p.amount else 0 end
          + (select coalesce(max(a.gas * a.max_fee), 0) from payout_attempts a where a.payout_id = p.id)), 0)::text
        as coin
      from payouts p where p.chain_id = ${chainId} and p.state in ('RESERVED', 'SENT')`,
  )
  return BigInt(row?.coin ?? 0)
}

/**
 * The oldest that may be paid now. One that gave its nonce back waits until the cancellation there is
 * final; where another transaction took its place, operators find out which one it was. Refunds are a queue of their own behind everything else, and
 * never take all the places on the way: whoever pays unasked must not delay a withdrawal.
 */
export const nextQueued = (chainId: number, now: Date): SQL =>
  sql`p.chain_id = ${chainId} and p.state = 'QUEUED'
    and (p.not_before is null or p.not_before <= ${now.toISOString()}::timestamptz)
    and not exists (select 1 from payouts c where c.cancels = p.id and c.state <> 'CONFIRMED')
    and (p.purpose <> 'REFUND' or (select count(*) from payouts r where r.chain_id = ${chainId}
      and r.purpose = 'REFUND' and r.state in ('RESERVED', 'SENT')) < ${REFUNDS_IN_FLIGHT_MAX})
    order by p.purpose = 'REFUND', p.id limit 1`

/** Whoever else looks passes over it. */
export async function lockNextQueued(
  tx: Db,
  chainId: number,
  now: Date,
): Promise<Payout | undefined> {
  const [row] = await rowsOf<Row>(
    tx,
    sql`select ${PAYOUT} from payouts p where ${nextQueued(chainId, now)} for update of p skip locked`,
  )
  return row && asPayout(row)
}

export async function holdPayout(
  tx: Db,
  payoutId: number,
  hold: { why: string; until: Date },
): Promise<void> {
  await tx.execute(sql`update payouts set held_for = ${hold.why},
      not_before = ${hold.until.toISOString()}::timestamptz
    where id = ${payoutId} and state = 'QUEUED'`)
}

export async function reservePayout(
  tx: Db,
  payoutId: number,
  given: { nonce: number; account: string; at: Date },
): Promise<void> {
  await tx.execute(sql`update payouts set state = 'RESERVED', nonce = ${given.nonce},
      account = ${given.account}, held_for = null, not_before = null, reserved_at = ${given.at.toISOString()}::timestamptz
    where id = ${payoutId} and state = 'QUEUED'`)
}

/** Back to the queue, as if it had never had a nonce. */
export async function requeuePayout(
  tx: Db,
  payoutId: number,
  hold: { why: string; until: Date },
): Promise<void> {
  await tx.execute(sql`delete from payout_attempts where payout_id = ${payoutId} and raw is null`)
  await tx.execute(sql`update payouts set state = 'QUEUED', nonce = null, account = null,
      reserved_at = null, held_for = ${hold.why}, not_before = ${hold.until.toISOString()}::timestamptz
    where id = ${payoutId} and state = 'RESERVED'`)
}

/** Uses up the nonce of a payout by a transaction of nothing from its account to itself. */
export async function insertCancellation(
  tx: Db,
  of: Payout & { nonce: number; account: string },
  at: Date,
): Promise<number> {
  const key = `cancel:${of.chainId}:${of.account}:${of.nonce}`
  const [row] = await rowsOf<{ id: number | string }>(
    tx,
    sql`insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id,
        state, nonce, account, cancels, created_at, reserved_at)
      values ('CANCEL', ${key}, ${of.memberId}, ${of.account}, ${of.symbol}, ${of.decimals}, 0,
        ${of.chainId}, 'RESERVED', ${of.nonce}, ${of.account}, ${of.id}, ${at.toISOString()}::timestamptz,
        ${at.toISOString()}::timestamptz) returning id`,
  )
  return Number(row?.id)
}

/** Whether a nonce that a payout gave back may still be used by what was signed for it. */
export async function isBeingCancelled(tx: Db, payoutId: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from payouts where cancels = ${payoutId} and state in ('RESERVED', 'SENT') limit 1`,
  )
  return rows.length > 0
}

export async function markSent(tx: Db, payoutId: number, txHash: string): Promise<void> {
  await tx.execute(sql`update payouts set state = 'SENT', tx_hash = ${txHash}, held_for = null
    where id = ${payoutId} and state in ('RESERVED', 'SENT')`)
}

/** Why a payout that has its nonce goes on no further for now. */
export async function noteWaiting(db: Db, payoutId: number, why: string): Promise<void> {
  await db.execute(sql`update payouts set held_for = ${why}
    where id = ${payoutId} and state in ('RESERVED', 'SENT') and held_for is distinct from ${why}`)
}

/** True for whoever ends it; somebody else may have been faster. */
export async function markEnded(
  tx: Db,
  payoutId: number,
  end:
    | { state: 'CONFIRMED'; txHash: string; at: Date }
    | { state: 'FAILED'; why: string; at: Date },
): Promise<boolean> {
  const at = end.at.toISOString()
  const rows = await rowsOf(
    tx,
    end.state === 'CONFIRMED'
      ? sql`update payouts set state = 'CONFIRMED', tx_hash = ${end.txHash}, held_for = null,
          confirmed_at = ${at}::timestamptz where id = ${payoutId} and state = 'SENT' returning id`
      : sql`update payouts set state = 'FAILED', failure = ${end.why}, held_for = null,
          not_before = null, failed_at = ${at}::timestamptz
        where id = ${payoutId} and state in ('QUEUED', 'RESERVED', 'SENT') returning id`,
  )
  return rows.length === 1
}

/** What the nonce of a lane is judged by. */
export async function lowestOpenNonce(
  db: Db,
  chainId: number,
  account: string,
): Promise<number | undefined> {
  const [row] = await rowsOf<{ lowest: number | string | null }>(
    db,
    sql`select min(nonce) as lowest from payouts
      where chain_id = ${chainId} and account = ${account} and state in ('RESERVED', 'SENT')`,
  )
  return row?.lowest == null ? undefined : Number(row.lowest)
}
