import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

/** Blocks after the first number, up to and including the second. */
export type BlockRange = { after: number; to: number }

/** What one transaction brought of one asset; the asset is a contract, or empty for the coin. */
export type Arrival = {
  memberId: number
  txHash: string
  asset: string
  symbol: string
  decimals: number
  units: bigint
}

/**
 * Coin and listed tokens that transactions brought to a member's wallet, from an address that is not
 * that wallet. Payouts of the programme are left out: they have alerts of their own.
 */
export async function findArrivals(
  db: Db,
  chainId: number,
  { after, to }: BlockRange,
  coin: { symbol: string; decimals: number },
): Promise<Arrival[]> {
  const inRange = sql`t.chain_id = ${chainId} and t.block_number > ${after}
    and t.block_number <= ${to}`
  const rows = await rowsOf<{
    member_id: string | number
    tx_hash: string
    asset: string
    symbol: string
    decimals: number
    units: string
  }>(
    db,
    sql`select m.id as member_id, moved.tx_hash, moved.asset, moved.symbol, moved.decimals,
        sum(moved.value)::text as units
      from (
        select t.hash as tx_hash, t.from_address, t.to_address, t.value, '' as asset,
          ${coin.symbol}::text as symbol, ${coin.decimals}::int as decimals
        from chain_transactions t
        where ${inRange} and t.succeeded and t.value > 0
        union all
        select x.tx_hash, x.from_address, x.to_address, x.value, x.contract, c.symbol, c.decimals
        from chain_transactions t
        join chain_transfers x on x.chain_id = t.chain_id and x.tx_hash = t.hash
        join networks n on n.chain_id = t.chain_id
        join contracts c on c.network_id = n.id and c.enabled and lower(c.address) = x.contract
        where ${inRange} and x.value > 0
      ) as moved
      join members m on lower(m.wallet_address) = moved.to_address and m.status = 'ACTIVE'
      where moved.from_address <> moved.to_address
        and not exists (select 1 from payout_attempts p where p.tx_hash = moved.tx_hash)
      group by m.id, moved.tx_hash, moved.asset, moved.symbol, moved.decimals
      order by moved.tx_hash, m.id, moved.asset`,
  )
  return rows.map(({ member_id: memberId, tx_hash: txHash, units, ...rest }) => ({
    ...rest,
    memberId: Number(memberId),
    txHash,
    units: BigInt(units),
  }))
}

/** The last block that was searched. The first search of a chain begins at its newest final block. */
export async function findScanned(db: Db, chainId: number, first: number): Promise<number> {
  await db.execute(sql`insert into incoming_scans (chain_id, scanned_to)
    values (${chainId}, ${first}) on conflict do nothing`)
  const [row] = await rowsOf<{ scanned_to: string | number }>(
    db,
    sql`select scanned_to from incoming_scans where chain_id = ${chainId}`,
  )
  if (!row) throw new Error('The database kept no scan')
  return Number(row.scanned_to)
}

/** Workers may search the same blocks at once; the one that is ahead counts. */
export async function setScanned(tx: Db, chainId: number, scannedTo: number): Promise<void> {
  await tx.execute(sql`update incoming_scans set scanned_to = greatest(scanned_to, ${scannedTo})
    where chain_id = ${chainId}`)
}

type NewDeposit = Pick<Arrival, 'memberId' | 'txHash' | 'asset' | 'symbol'> & {
  chainId: number
  amount: string
  network: string
  worthCents: bigint | undefined
  foundAt: Date
}

/** A deep reorganisation mines the same transaction again, in a later block: the first row stays. */
export async function insertDeposit(tx: Db, deposit: NewDeposit): Promise<void> {
  const { memberId, chainId, txHash, asset, amount, symbol, network, worthCents, foundAt } = deposit
  await tx.execute(sql`insert into incoming_deposits
      (member_id, chain_id, tx_hash, asset, amount, symbol, network, worth_cents, found_at)
    values (${memberId}, ${chainId}, ${txHash}, ${asset}, ${amount}, ${symbol}, ${network},
      ${worthCents?.toString() ?? null}::numeric, ${foundAt.toISOString()}::timestamptz)
    on conflict do nothing`)
}

/** Until the transaction ends, workers of other chains wait before they notify anybody. */
export async function lockScans(tx: Db): Promise<void> {
  await tx.execute(sql`select 1 from incoming_scans order by chain_id for update`)
}

/**
 * Deletes unreported deposits whose transaction a reorganisation removed, or whose wallet the member
 * no longer has. An alert about them would be wrong.
 */
export async function dropStaleDeposits(tx: Db): Promise<void> {
  await tx.execute(sql`delete from incoming_deposits d
    where d.notified_at is null and not exists (
      select 1 from chain_transactions t
      join members m on m.id = d.member_id
      where t.chain_id = d.chain_id and t.hash = d.tx_hash and case when d.asset = ''
        then t.to_address = lower(m.wallet_address)
        else exists (select 1 from chain_transfers x
          where x.chain_id = t.chain_id and x.tx_hash = t.hash and x.contract = d.asset
            and x.to_address = lower(m.wallet_address)) end)`)
}

export type WaitingDeposits = {
  memberId: number
  most: { amount: string; symbol: string; network: string }
  /** Of the deposit of most worth; undefined where no deposit has a price. */
  mostCents: bigint | undefined
  count: number
  notifiedAt: Date[]
}

/**
 * Deposits that nobody was notified of, by member, with the notifications of that member since. The
 * one of most worth is named, or the newest where none has a price.
 */
export async function findWaitingDeposits(db: Db, since: Date): Promise<WaitingDeposits[]> {
  const rows = await rowsOf<{
    member_id: string | number
    most: WaitingDeposits['most']
    most_cents: string | null
    count: number
    notified_at: string[]
  }>(
    db,
    sql`select d.member_id, count(*)::int as count,
        jsonb_agg(jsonb_build_object('amount', d.amount, 'symbol', d.symbol, 'network', d.network)
          order by d.worth_cents desc nulls last, d.id desc) -> 0 as most,
        max(d.worth_cents)::text as most_cents,
        coalesce((select jsonb_agg(distinct e.notified_at) from incoming_deposits e
          where e.member_id = d.member_id
            and e.notified_at > ${since.toISOString()}::timestamptz), '[]'::jsonb) as notified_at
      from incoming_deposits d join members m on m.id = d.member_id and m.status = 'ACTIVE'
      where d.notified_at is null
      group by d.member_id order by d.member_id`,
  )
  return rows.map(
    ({ member_id: memberId, most_cents: cents, notified_at: notifiedAt, ...rest }) => ({
      ...rest,
      memberId: Number(memberId),
      mostCents: cents === null ? undefined : BigInt(cents),
      notifiedAt: notifiedAt.map((at) => new Date(at)),
    }),
  )
}

/** Under the lock of the scans, so that no deposit appears between reading and marking. */
export async function markNotified(tx: Db, memberId: number, at: Date): Promise<void> {
  await tx.execute(sql`update incoming_deposits set notified_at = ${at.toISOString()}::timestamptz
    where member_id = ${memberId} and notified_at is null`)
}
