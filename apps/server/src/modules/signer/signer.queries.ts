import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

/** A payout as the signer reads it. Nothing in it is trusted beyond the hard limits. */
export type PayoutToSign = {
  id: number
  createdAt: Date
  chainId: number
  contract: string | null
  address: string
  amount: bigint
  isRefund: boolean
  /** Uses up its nonce and pays nothing. */
  isCancel: boolean
  nonce: number | null
  account: string | null
  /** Whether an operator stopped payouts, here or everywhere. */
  isStopped: boolean
}

type Row = Record<string, string | number | boolean | Date | null>

export async function findPayoutToSign(
  db: Db,
  payoutId: number,
): Promise<PayoutToSign | undefined> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select p.id, p.created_at, p.chain_id, p.contract, p.address, p.amount::text as amount,
        p.purpose = 'REFUND' as is_refund, p.purpose = 'CANCEL' as is_cancel, p.nonce, p.account,
        exists (select 1 from treasury_switch s where s.stopped_at is not null)
          or exists (select 1 from treasury_lanes l where l.chain_id = p.chain_id
            and l.frozen_at is not null) as is_stopped
      from payouts p where p.id = ${payoutId} and p.chain_id is not null
        and p.state in ('QUEUED', 'RESERVED', 'SENT')`,
  )
  if (!row) return undefined
  return {
    id: Number(row['id']),
    createdAt: new Date((row['created_at'] ?? 0) as Date | string),
    chainId: Number(row['chain_id']),
    contract: row['contract'] === null ? null : String(row['contract']),
    address: String(row['address']),
    amount: BigInt(String(row['amount'])),
    isRefund: row['is_refund'] === true,
    isCancel: row['is_cancel'] === true,
    nonce: row['nonce'] === null ? null : Number(row['nonce']),
    account: row['account'] === null ? null : String(row['account']),
    isStopped: row['is_stopped'] === true,
  }
}

export type AttemptToSign = { gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

export async function findAttemptToSign(
  db: Db,
  payoutId: number,
  attempt: number,
): Promise<AttemptToSign | undefined> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select gas::text as gas, max_fee::text as max_fee, priority_fee::text as priority_fee
      from payout_attempts where payout_id = ${payoutId} and attempt = ${attempt}`,
  )
  if (!row) return undefined
  return {
    gas: BigInt(String(row['gas'])),
    maxFeePerGas: BigInt(String(row['max_fee'])),
    maxPriorityFeePerGas: BigInt(String(row['priority_fee'])),
  }
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const [row] = await rowsOf<{ now: Date | string }>(db, sql`select now() as now`)
  if (!row) throw new Error('The database does not know the time')
  return new Date(row.now)
}

/** A question to the signer: for admission with the gas of the first try, or for one signature. */
export type SignerRequest =
  | { kind: 'admit'; payoutId: number; gas: bigint; maxFeePerGas: bigint }
  | { kind: 'sign'; payoutId: number; attempt: number }

export async function insertRequest(db: Db, request: SignerRequest, at: Date): Promise<number> {
  const isSign = request.kind === 'sign'
  const [row] = await rowsOf<{ id: number | string }>(
    db,
    sql`insert into signer_requests (payout_id, attempt, gas, max_fee, asked_at)
      values (${request.payoutId}, ${isSign ? request.attempt : null}::integer,
        ${isSign ? null : request.gas.toString()}::numeric,
        ${isSign ? null : request.maxFeePerGas.toString()}::numeric, ${at.toISOString()}::timestamptz)
      returning id`,
  )
  return Number(row?.id)
}

export async function findAnswer(db: Db, requestId: number): Promise<unknown> {
  const [row] = await rowsOf<{ answer: unknown }>(
    db,
    sql`select answer from signer_requests where id = ${requestId}`,
  )
  return row?.answer ?? undefined
}

export async function deleteRequest(db: Db, requestId: number): Promise<void> {
  await db.execute(sql`delete from signer_requests where id = ${requestId}`)
}

/**
 * Nobody waits for the answer any more. The oldest of these stays: it shows how long the signer is
 * silent. One that was answered at the last moment shows nothing.
 */
export async function giveUpRequest(db: Db, requestId: number): Promise<void> {
  await db.execute(sql`update signer_requests set given_up = true
    where id = ${requestId} and answer is null`)
  await db.execute(sql`delete from signer_requests
    where id = ${requestId} and answer is not null`)
  await db.execute(sql`delete from signer_requests where given_up
    and id > (select min(id) from signer_requests where given_up)`)
}

const AT_ONCE = 20

/** Those that somebody waits for, oldest first. What was given up is deleted: the signer is back. */
export async function takeRequests(db: Db): Promise<{ id: number; request: SignerRequest }[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select id, payout_id, attempt, gas::text as gas, max_fee::text as max_fee, given_up
      from signer_requests where answer is null order by given_up desc, id limit ${AT_ONCE}`,
  )
  const waiting = rows.filter((row) => row['given_up'] !== true)
  if (waiting.length < rows.length) {
    await db.execute(sql`delete from signer_requests where given_up`)
  }
  return waiting.map((row) => {
    const payoutId = Number(row['payout_id'])
    const request: SignerRequest =
      row['attempt'] === null
        ? {
            kind: 'admit',
            payoutId,
            gas: BigInt(String(row['gas'])),
            maxFeePerGas: BigInt(String(row['max_fee'])),
          }
        : { kind: 'sign', payoutId, attempt: Number(row['attempt']) }
    return { id: Number(row['id']), request }
  })
}

/** When the request was made that waits longest. */
export async function findOldestRequest(db: Db): Promise<Date | undefined> {
  const [row] = await rowsOf<{ asked_at: Date | string }>(
    db,
    sql`select asked_at from signer_requests where answer is null order by id limit 1`,
  )
  return row && new Date(row.asked_at)
}

/** An answer that comes too late is for nobody: its request would hide those that wait by now. */
export async function saveAnswer(db: Db, requestId: number, answer: object): Promise<void> {
  await db.execute(sql`update signer_requests set answer = ${JSON.stringify(answer)}::jsonb
    where id = ${requestId} and not given_up`)
  await db.execute(sql`delete from signer_requests where id = ${requestId} and given_up`)
}

/** Nobody waits for these any more: whoever asked has gone. */
export async function deleteRequestsBefore(db: Db, before: Date): Promise<void> {
  await db.execute(
    sql`delete from signer_requests where asked_at < ${before.toISOString()}::timestamptz`,
  )
}
