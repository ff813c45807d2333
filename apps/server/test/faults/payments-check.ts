import { sql } from 'drizzle-orm'
import { openPglite, openPostgres, rowsOf, type Db } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { rpc, TOKEN, type RemotePayer } from './remote-payer.ts'
import type { Given, Tally } from './scenario.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

type ChainTransfer = { txHash: string; from: string; to: string; amount: bigint }
export type Transfers = { paidIn: ChainTransfer[]; paidOut: ChainTransfer[] }

/** Reads the transfers from the chain itself, while its server is running. */
export async function transfersOf(
  address: string,
  payers: readonly RemotePayer[],
  treasury: string,
): Promise<Transfers> {
  const readTransfers = async (
    from: string | null,
    to: string | null,
  ): Promise<ChainTransfer[]> => {
    const topics = [TRANSFER, from && topic(from), to && topic(to)]
    const filter = { address: TOKEN, fromBlock: '0x0', toBlock: 'latest', topics }
    const logs = await rpc<{ transactionHash: string; topics: string[]; data: string }[]>(
      address,
      'eth_getLogs',
      [filter],
    )
    return logs.map((log) => ({
      txHash: log.transactionHash,
      from: `0x${log.topics[1]?.slice(26)}`,
      to: `0x${log.topics[2]?.slice(26)}`,
      amount: BigInt(log.data),
    }))
  }
  const paidIn = []
  for (const { wallet } of payers) paidIn.push(...(await readTransfers(wallet.address, treasury)))
  return { paidIn, paidOut: await readTransfers(treasury, null) }
}

/**
 * Counts payments that are not settled yet. PGlite allows no second connection, so there the caller
 * relies on waiting.
 */
export async function countUnsettled({ engine, settings }: Pick<Given, 'engine' | 'settings'>) {
  if (engine !== 'postgres') return 0
  const { db, close } = await openPostgres(settings['DATABASE_URL'] ?? '', () => {})
  try {
    return (await rowsOf(db, sql`select id from payments where state = 'SEEN'`)).length
  } finally {
    await close()
  }
}

/** Checks every invariant after the run has settled and throws with a list of violations. */
export async function checkPaymentsRun(
  { engine, settings }: Pick<Given, 'engine' | 'settings'>,
  { paidIn, paidOut }: Transfers,
  payers: readonly RemotePayer[],
): Promise<Tally> {
  const database =
    engine === 'postgres'
      ? await openPostgres(settings['DATABASE_URL'] ?? '', () => {})
      : await openPglite(settings['SOLSTICE_DATA'])
  try {
    const { db } = database
    const problems = [
      ...(await checkLedger(db)).map(({ rule, where }) => `${rule}: ${where}`),
      ...(await brokenRules(db)),
      ...(await comparePaidIn(db, paidIn)),
      ...(await comparePaidOut(db, paidOut)),
      ...payers.flatMap(({ email, sent }) =>
        sent.size === paidIn.filter(({ txHash }) => sent.has(txHash)).length
          ? []
          : [`payments of ${email} are missing on chain`],
      ),
    ]
    if (problems.length > 0) throw new Error(`BROKEN:\n${problems.join('\n')}`)
    const [kinds] = await rowsOf<Record<string, number | string>>(
      db,
      sql`select count(*) filter (where purpose = 'WITHDRAWAL') as withdrawals,
          count(*) filter (where purpose = 'REWARD') as rewards,
          count(*) filter (where purpose = 'REFUND') as refunds
        from payouts where state = 'CONFIRMED'`,
    )
    const [counted] = await rowsOf<Record<string, number | string>>(
      db,
      sql`select count(*) filter (where state = 'CREDITED') as credited,
          count(*) filter (where state = 'REFUNDED') as sent_back from payments`,
    )
    return {
      credited: Number(counted?.['credited']),
      sentBack: Number(counted?.['sent_back']),
      payouts: paidOut.length,
      paidWithdrawals: Number(kinds?.['withdrawals']),
      paidRewards: Number(kinds?.['rewards']),
      paidRefunds: Number(kinds?.['refunds']),
    }
  } finally {
    await database.close()
  }
}

/** Each query selects rows that must not exist. */
const RULES: readonly [rule: string, broken: ReturnType<typeof sql>][] = [
  ['a payment is settled', sql`select id from payments where state = 'SEEN'`],
  [
    'a credited payment has its order and its posting',
    sql`select p.id from payments p left join orders o on o.id = p.order_id
      where p.state = 'CREDITED' and (o.id is null or o.ledger_transaction is null
        or o.state not in ('COMPLETED', 'REFUNDED'))`,
  ],
  [
    'an order is credited by exactly one payment',
    sql`select o.id from orders o where o.pay_type = 'TOKEN' and o.ledger_transaction is not null
      and (select count(*) from payments p where p.order_id = o.id and p.state = 'CREDITED') <> 1`,
  ],
  [
    'a returned payment has its refund and its payout, and was not credited',
    sql`select p.id from payments p left join refunds r on r.payment_id = p.id and r.state <> 'REJECTED'
      left join payouts w on w.id = r.payout_id
      where p.state = 'REFUNDED' and (r.id is null or r.state <> 'COMPLETED' or w.state <> 'CONFIRMED')`,
  ],
  [
    'a payment is used once',
    sql`select p.id from payments p left join used_payments u
        on (u.chain_id, u.tx_hash, u.log_index) = (p.chain_id, p.tx_hash, p.log_index)
      where (p.state in ('CREDITED', 'REFUNDED')) <> (u.tx_hash is not null)`,
  ],
  [
    'a member has the XP of their completed orders, less what was taken back',
    sql`select a.member_id as id from ledger_accounts a where a.asset = 'XP'
        and exists (select 1 from orders o where o.member_id = a.member_id and o.pay_type = 'TOKEN')
        and a.balance - (select coalesce(sum(e.amount), 0) from ledger_entries e
            join ledger_transactions t on t.id = e.transaction_id
            where e.account_id = a.id and t.kind not in ('PRODUCT', 'REFUND', 'REVERSAL'))
          <> (select coalesce(sum(o.gives_xp), 0) from orders o
          where o.member_id = a.member_id and o.state = 'COMPLETED' and a.scope = 'season:' || o.season_id)`,
  ],
  [
    'every refund is decided and completed',
    sql`select id from refunds where state in ('REQUESTED', 'APPROVED')`,
  ],
  [
    'a withdrawal is paid once and deducted from the balance',
    sql`select w.id from invite_withdrawals w join members m on m.id = w.member_id
      where m.wallet_address is not null and (w.status <> 'CONFIRMED' or (select count(*) from payouts p
        where p.key = 'withdrawal:' || w.id and p.state = 'CONFIRMED') <> 1)`,
  ],
  [
    'a reward of a member with a wallet is paid once',
    sql`select r.member_id as id from round_rewards r join members m on m.id = r.member_id
      where m.wallet_address is not null and (r.state <> 'PAID' or (select count(*) from payouts p
        where p.key = 'round:' || r.round_id || ':' || r.member_id and p.state = 'CONFIRMED') <> 1)`,
  ],
  ['a payout arrived', sql`select id from payouts where state <> 'CONFIRMED'`],
  ['no order is open', sql`select id from orders where state in ('OPEN', 'SUBMITTED')`],
  [
    'no chain is frozen',
    sql`select chain_id as id from treasury_lanes where frozen_at is not null`,
  ],
  ['no job has failed permanently', sql`select id from jobs where dead_at is not null`],
]

async function brokenRules(db: Db): Promise<string[]> {
  const problems: string[] = []
  for (const [rule, broken] of RULES) {
    const rows = await rowsOf<{ id: number | string }>(db, broken)
    if (rows.length > 0) problems.push(`${rule}: not ${rows.map(({ id }) => id).join(', ')}`)
  }
  return problems
}

async function comparePaidIn(db: Db, paidIn: readonly ChainTransfer[]): Promise<string[]> {
  const rows = await rowsOf<{ tx_hash: string; amount: string }>(
    db,
    sql`select tx_hash, amount::text from payments where state in ('CREDITED', 'REFUNDED')`,
  )
  const known = rows.map((row) => `${row.tx_hash} ${row.amount}`).toSorted()
  const real = paidIn.map(({ txHash, amount }) => `${txHash} ${amount}`).toSorted()
  return JSON.stringify(known) === JSON.stringify(real)
    ? []
    : [`${real.length} payments are on chain, ${known.length} were credited or sent back`]
}

async function comparePaidOut(db: Db, paidOut: readonly ChainTransfer[]): Promise<string[]> {
  const rows = await rowsOf<{ tx_hash: string; address: string; amount: string }>(
    db,
    sql`select tx_hash, lower(address) as address, amount::text from payouts
      where state = 'CONFIRMED' and amount > 0`,
  )
  const known = rows.map((row) => `${row.tx_hash} ${row.address} ${row.amount}`).toSorted()
  const real = paidOut.map(({ txHash, to, amount }) => `${txHash} ${to} ${amount}`).toSorted()
  return JSON.stringify(known) === JSON.stringify(real)
    ? []
    : [`${real.length} transfers left the treasury, ${known.length} payouts are confirmed`]
}
