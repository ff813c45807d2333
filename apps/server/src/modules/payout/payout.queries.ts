import { sql, type SQL } from 'drizzle-orm'
import type { PayoutPurpose, PayoutRequest } from '#/platform/context.ts'
import { rowsOf, type Db } from '#/platform/db.ts'

export type PayoutState = 'QUEUED' | 'RESERVED' | 'SENT' | 'CONFIRMED' | 'FAILED'

export type Payout = {
  id: number
  purpose: PayoutPurpose
  key: string
  memberId: number
  address: string
  symbol: string
  decimals: number
  amount: bigint
  chainId: number | null
  contract: string | null
  state: PayoutState
  nonce: number | null
  /** Whose number it is. */
  account: string | null
  txHash: string | null
  heldFor: string | null
  notBefore: Date | null
  failure: string | null
  createdAt: Date
  reservedAt: Date | null
  confirmedAt: Date | null
}

type Row = Record<string, string | number | Date | null>

export const PAYOUT = sql`p.id, p.purpose, p.key, p.member_id, p.address, p.symbol, p.decimals,
  p.amount::text as amount, p.chain_id, p.contract, p.state, p.nonce, p.account, p.tx_hash, p.held_for,
  p.not_before, p.failure, p.created_at, p.reserved_at, p.confirmed_at`

const text = (value: Row[string] | undefined) => (value == null ? null : String(value))
const number = (value: Row[string] | undefined) => (value == null ? null : Number(value))
const instant = (value: Row[string] | undefined) => (value == null ? null : new Date(value))

export const asPayout = (row: Row): Payout => ({
  id: Number(row['id']),
  purpose: row['purpose'] as PayoutPurpose, // The database knows no other.
  key: String(row['key']),
  memberId: Number(row['member_id']),
  address: String(row['address']),
  symbol: String(row['symbol']),
  decimals: Number(row['decimals']),
  amount: BigInt(String(row['amount'])),
  chainId: number(row['chain_id']),
  contract: text(row['contract']),
  state: row['state'] as PayoutState, // The database knows no other.
  nonce: number(row['nonce']),
  account: text(row['account']),
  txHash: text(row['tx_hash']),
  heldFor: text(row['held_for']),
  notBefore: instant(row['not_before']),
  failure: text(row['failure']),
  createdAt: new Date(row['created_at'] ?? 0),
  reservedAt: instant(row['reserved_at']),
  confirmedAt: instant(row['confirmed_at']),
})

export async function findPayouts(db: Db, where: SQL): Promise<Payout[]> {
  return (await rowsOf<Row>(db, sql`select ${PAYOUT} from payouts p where ${where}`)).map(asPayout)
}

/** The same key again is the payout that is there, if it asks for the same. */
export async function insertPayout(
  db: Db,
  request: PayoutRequest & { at: Date; hold?: { why: string; until: Date } | undefined },
): Promise<{ id: number; fresh: boolean }> {
  const { purpose, key, memberId, address, symbol, decimals, chainId, contract, at } = request
  const heldFor = request.hold?.why ?? null
  const notBefore = request.hold?.until.toISOString() ?? null
  const amount = request.amount.toString()
  const [made] = await rowsOf<{ id: number | string }>(
    db,
    sql`insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id,
        contract, state, held_for, not_before, created_at)
      values (${purpose}, ${key}, ${memberId}, ${address}, ${symbol}, ${decimals}, ${amount}::numeric,
        ${chainId ?? null}::bigint, ${contract ?? null}::text, 'QUEUED',
        ${heldFor}::text, ${notBefore}::timestamptz,
        ${at.toISOString()}::timestamptz)
      on conflict (key) where state <> 'FAILED' do nothing returning id`,
  )
  if (made) return { id: Number(made.id), fresh: true }
  const [known] = await findPayouts(db, sql`p.key = ${key} and p.state <> 'FAILED'`)
  const same = known?.amount === request.amount && known.address === address
  if (!known || !same) throw new Error(`The payout ${key} was asked for otherwise before`)
  return { id: known.id, fresh: false }
}

export async function assignChain(
  db: Db,
  payoutId: number,
  token: { chainId: number; contract: string | null },
): Promise<void> {
  await db.execute(sql`update payouts set chain_id = ${token.chainId}, contract = ${token.contract}
    where id = ${payoutId} and chain_id is null and state = 'QUEUED'`)
}

export type Lane = {
  chainId: number
  address: string
  nextNonce: number
  frozenAt: Date | null
  frozenFor: string | null
  lowSince: Date | null
  lowFor: string | null
}

const asLane = (row: Row): Lane => ({
  chainId: Number(row['chain_id']),
  address: String(row['address']),
  nextNonce: Number(row['next_nonce']),
  frozenAt: instant(row['frozen_at']),
  frozenFor: text(row['frozen_for']),
  lowSince: instant(row['low_since']),
  lowFor: text(row['low_for']),
})

export async function findLanes(db: Db): Promise<Lane[]> {
  return (await rowsOf<Row>(db, sql`select * from treasury_lanes order by chain_id`)).map(asLane)
}

export async function findLane(db: Db, chainId: number): Promise<Lane | undefined> {
  const [row] = await rowsOf<Row>(db, sql`select * from treasury_lanes where chain_id = ${chainId}`)
  return row && asLane(row)
}

/** The treasury pays on a chain for the first time: it goes on from where its account is there. */
export async function openLane(
  db: Db,
  lane: { chainId: number; address: string; nextNonce: number },
): Promise<void> {
  await db.execute(sql`insert into treasury_lanes (chain_id, address, next_nonce)
    values (${lane.chainId}, ${lane.address}, ${lane.nextNonce}) on conflict do nothing`)
}

export async function setFrozen(
  db: Db,
  chainId: number,
  frozen: { at: Date; why: string } | undefined,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update treasury_lanes set frozen_at = ${frozen?.at.toISOString() ?? null}::timestamptz,
        frozen_for = ${frozen?.why ?? null}::text
      where chain_id = ${chainId} and (frozen_at is null) = ${frozen !== undefined} returning chain_id`,
  )
  return rows.length === 1
}

export async function setNextNonce(db: Db, chainId: number, nextNonce: number): Promise<void> {
  await db.execute(
    sql`update treasury_lanes set next_nonce = ${nextNonce} where chain_id = ${chainId}`,
  )
}

/** Goes on with this account from this number. */
export async function adoptLane(
  db: Db,
  lane: { chainId: number; address: string; nextNonce: number },
): Promise<void> {
  await db.execute(sql`update treasury_lanes set address = ${lane.address},
    next_nonce = ${lane.nextNonce} where chain_id = ${lane.chainId}`)
}

/** Whether the alarm says something else than before. */
export async function setLow(
  db: Db,
  chainId: number,
  low: { at: Date; why: string } | undefined,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update treasury_lanes set low_for = ${low?.why ?? null}::text,
        low_since = case when ${low === undefined} then null
          else coalesce(low_since, ${low?.at.toISOString() ?? null}::timestamptz) end
      where chain_id = ${chainId} and low_for is distinct from ${low?.why ?? null}::text
      returning chain_id`,
  )
  return rows.length === 1
}

/** Of each token that there is too little of on a chain, the payout that waits longest for it. */
export async function findLow(
  db: Db,
  chainId: number,
): Promise<{ symbol: string; payoutId: number }[]> {
  const rows = await rowsOf<{ symbol: string; id: number | string }>(
    db,
    sql`select symbol, min(id) as id from payouts where chain_id = ${chainId} and state = 'QUEUED'
      and held_for = 'LOW_BALANCE' group by symbol order by symbol`,
  )
  return rows.map(({ symbol, id }) => ({ symbol, payoutId: Number(id) }))
}

export async function findSwitch(
  db: Db,
): Promise<{ stoppedAt: Date | null; stoppedFor: string | null }> {
  const [row] = await rowsOf<Row>(db, sql`select stopped_at, stopped_for from treasury_switch`)
  return { stoppedAt: instant(row?.['stopped_at']), stoppedFor: text(row?.['stopped_for']) }
}

export async function setSwitch(
  db: Db,
  stopped: { at: Date; why: string } | undefined,
): Promise<void> {
  await db.execute(sql`update treasury_switch
    set stopped_at = ${stopped?.at.toISOString() ?? null}::timestamptz,
      stopped_for = ${stopped?.why ?? null}::text`)
}

export type Caps = { perMember: string; perDay: string; refundsPerDay: string }

const CAPS = sql`symbol, trim_scale(per_member)::text as per_member,
  trim_scale(per_day)::text as per_day, trim_scale(refunds_per_day)::text as refunds_per_day`

const asCaps = (row: Row): Caps => ({
  perMember: String(row['per_member']),
  perDay: String(row['per_day']),
  refundsPerDay: String(row['refunds_per_day']),
})

export async function findCaps(db: Db, symbol: string): Promise<Caps | undefined> {
  const [row] = await rowsOf<Row>(db, sql`select ${CAPS} from payout_caps where symbol = ${symbol}`)
  return row && asCaps(row)
}

export async function findAllCaps(db: Db): Promise<(Caps & { symbol: string })[]> {
  const rows = await rowsOf<Row>(db, sql`select ${CAPS} from payout_caps order by symbol`)
  return rows.map((row) => ({ symbol: String(row['symbol']), ...asCaps(row) }))
}

export async function saveCaps(db: Db, symbol: string, caps: Caps): Promise<void> {
  await db.execute(sql`insert into payout_caps (symbol, per_member, per_day, refunds_per_day)
    values (${symbol}, ${caps.perMember}::numeric, ${caps.perDay}::numeric,
      ${caps.refundsPerDay}::numeric)
    on conflict (symbol) do update set per_member = excluded.per_member,
      per_day = excluded.per_day, refunds_per_day = excluded.refunds_per_day`)
}

/** As exact as any token is. */
const FINEST = 36

/**
 * Since an instant and on all chains, in the smallest unit of a token with these decimals, rounded
 * up; what failed never left.
 */
export async function findPaidSince(
  db: Db,
  of: { symbol: string; decimals: number; memberId: number; since: Date },
): Promise<{ toMember: bigint; toAll: bigint; refunds: bigint }> {
  const [row] = await rowsOf<{ to_member: string; to_all: string; refunds: string }>(
    db,
    sql`with paid as (
        select member_id, purpose, amount * 10::numeric ^ (${FINEST}::int - decimals) as finest
        from payouts where symbol = ${of.symbol} and state in ('RESERVED', 'SENT', 'CONFIRMED')
          and reserved_at >= ${of.since.toISOString()}::timestamptz)
      select trunc(coalesce(sum(finest) filter (where purpose <> 'REFUND'), 0))::text as to_all,
        trunc(coalesce(sum(finest) filter (where purpose = 'REFUND'), 0))::text as refunds,
        trunc(coalesce(sum(finest) filter (where member_id = ${of.memberId} and purpose = 'WITHDRAWAL'), 0))::text
          as to_member from paid`,
  )
  const coarser = 10n ** BigInt(FINEST - of.decimals)
  const units = (finest: string | undefined) => (BigInt(finest ?? 0) + coarser - 1n) / coarser
  return {
    toMember: units(row?.to_member),
    toAll: units(row?.to_all),
    refunds: units(row?.refunds),
  }
}

/** What waited for a cap is looked at again under the new one. Tells where. */
export async function letGoOfCaps(db: Db, symbol: string): Promise<number[]> {
  const rows = await rowsOf<{ chain_id: number | string | null }>(
    db,
    sql`update payouts set held_for = null, not_before = null
      where symbol = ${symbol} and state = 'QUEUED' and held_for in ('MEMBER_CAP', 'DAY_CAP', 'ABOVE_CAP', 'NO_CAP')
      returning chain_id`,
  )
  const chains = rows.flatMap(({ chain_id }) => (chain_id === null ? [] : Number(chain_id)))
  return Array.from(new Set(chains))
}

/** The last payouts of an account that the chain has no more; their bytes are kept. */
export async function reopenFrom(
  db: Db,
  of: { chainId: number; account: string; nonce: number },
): Promise<void> {
  await db.execute(sql`update payouts set state = 'SENT', confirmed_at = null
    where chain_id = ${of.chainId} and account = ${of.account} and nonce >= ${of.nonce}
      and state = 'CONFIRMED'`)
}
