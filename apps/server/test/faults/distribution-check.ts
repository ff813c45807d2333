import { sql } from 'drizzle-orm'
import { findProblems } from '#/modules/distribution/reward-claim.queries.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { openPostgres, rowsOf, type Db } from '#/platform/process/db.ts'
import { rpc, TOKEN, type RemotePayer } from './remote-payer.ts'
import type { Tally } from './scenario.ts'

type Settings = Record<string, string>

async function withDatabase<Result>(
  settings: Settings,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openPostgres(settings['DATABASE_URL'] ?? '', () => {})
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const idsOf = (members: readonly RemotePayer[]) =>
  sql.raw(members.map(({ userId }) => userId).join(', '))

/** Returns whether a reward waits for a root or a round is not settled completely. */
export function hasOwedRewards(
  settings: Settings,
  members: readonly RemotePayer[],
): Promise<boolean> {
  return withDatabase(settings, async (db) => {
    const rows = await rowsOf(
      db,
      sql`select member_id from round_rewards where state = 'OWED'
        union all select id from season_rounds where settled_at is null
          and id in (select round_id from round_standings where member_id in (${idsOf(members)}))`,
    )
    return rows.length > 0
  })
}

/** Gives the members check-ins and XP in the next round that has not ended, and returns its end. */
export function beginRound(
  settings: Settings,
  members: readonly RemotePayer[],
  now: Date,
): Promise<Date | undefined> {
  return withDatabase(settings, async (db) => {
    const [round] = await rowsOf<{ id: string; end_at: Date | string }>(
      db,
      sql`select r.id, r.end_at from season_rounds r join seasons s on s.id = r.season_id
        where s.state = 'PUBLISHED' and r.settled_at is null
          and r.end_at > ${now.toISOString()}::timestamptz
        order by r.end_at limit 1`,
    )
    if (!round) return undefined
    await db.execute(sql`insert into round_standings (round_id, member_id, xp, check_in_days)
      select ${round.id}::bigint, id, 100 + id, 3 from members where id in (${idsOf(members)})
      on conflict (round_id, member_id) do update set check_in_days = 3, xp = 100`)
    return new Date(round.end_at)
  })
}

/** Returns what is not finished, as text. */
export function findUnfinished(
  settings: Settings,
  members: readonly RemotePayer[],
): Promise<string[]> {
  return withDatabase(settings, async (db) => {
    const rows = await rowsOf<{ open: string }>(
      db,
      sql`select 'reward of ' || member_id || ' is ' || state as open from round_rewards
          where state <> 'PAID' and member_id in (${idsOf(members)})
        union all select purpose || ' ' || id || ' is ' || state || coalesce(' for ' || held_for, '')
          from payouts where state <> 'CONFIRMED'
        union all select 'claim ' || id || ' is ' || state from distribution_claims
          where state in ('WAITING', 'SENDING')
        union all select 'round ' || id || ' is not settled' from season_rounds where settled_at is null
          and id in (select round_id from round_standings where member_id in (${idsOf(members)}))`,
    )
    return rows.map(({ open }) => open)
  })
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

export type ChainState = {
  /** The amount that the contract received, and its payments by recipient. */
  received: bigint
  paid: Map<string, bigint>
  roots: number
  transactions: number
}

/** Reads what happened on the chain itself, while its server is running. */
export async function readDistributor(address: string, settings: Settings): Promise<ChainState> {
  const found = await withDatabase(settings, (db) =>
    rowsOf<{ contract: string; account: string }>(
      db,
      sql`select contract, account from distributors`,
    ),
  )
  const [{ contract, account } = { contract: '', account: '' }] = found
  const transfers = (from: string | null, to: string | null) =>
    rpc<{ topics: string[]; data: string }[]>(address, 'eth_getLogs', [
      {
        address: TOKEN,
        fromBlock: '0x0',
        toBlock: 'latest',
        topics: [TRANSFER, from && topic(from), to && topic(to)],
      },
    ])
  const paid = new Map<string, bigint>()
  for (const { topics, data } of await transfers(contract, null)) {
    const to = `0x${topics[2]?.slice(26)}`
    paid.set(to, (paid.get(to) ?? 0n) + BigInt(data))
  }
  const received = await transfers(null, contract)
  const posted = await rpc<{ data: string }[]>(address, 'eth_getLogs', [
    { address: contract, fromBlock: '0x0', toBlock: 'latest', topics: [ROOT_POSTED] },
  ])
  const count = await rpc<string>(address, 'eth_getTransactionCount', [account, 'latest'])
  return {
    received: received.reduce((sum, { data }) => sum + BigInt(data), 0n),
    paid,
    roots: posted.length,
    transactions: Number(count),
  }
}

/** keccak256('RootPosted(uint256,bytes32)') */
const ROOT_POSTED = '0xd42cf87b4a9a9e20b382a226cdc71f4718f4099c8b55d79a0916ccaf0e821800'

/** Each query selects rows that must not exist. */
const RULES: readonly [rule: string, broken: ReturnType<typeof sql>][] = [
  ['a payout arrived', sql`select id from payouts where state <> 'CONFIRMED'`],
  [
    'a claim is paid',
    sql`select id from distribution_claims where state <> 'PAID' or tx_hash is null`,
  ],
  ['a root is posted', sql`select id from distribution_roots where state <> 'POSTED'`],
  [
    'a paid reward is neither owed nor claimable in the ledger',
    sql`select a.id from ledger_accounts a where a.asset = 'REWARD' and a.balance <> 0
      and exists (select 1 from round_rewards r where r.member_id = a.member_id and r.state = 'PAID')`,
  ],
  [
    'no chain is frozen',
    sql`select chain_id as id from treasury_lanes where frozen_at is not null`,
  ],
  ['no job has failed permanently', sql`select id from jobs where dead_at is not null`],
]

/** Compares ledger, rows and chain, and throws with a list of what differs. */
export function checkDistribution(
  settings: Settings,
  members: readonly RemotePayer[],
  chain: ChainState,
): Promise<Tally> {
  return withDatabase(settings, async (db) => {
    const problems = [
      ...(await checkLedger(db, 'FULL')).map(({ rule, where }) => `${rule}: ${where}`),
      ...(await findProblems(db)),
    ]
    for (const [rule, broken] of RULES) {
      const rows = await rowsOf<{ id: number | string }>(db, broken)
      if (rows.length > 0) problems.push(`${rule}: not ${rows.map(({ id }) => id).join(', ')}`)
    }
    const rewards = await rowsOf<{ address: string; amount: string; count: string }>(
      db,
      sql`select address, sum(amount)::text as amount, count(*) from round_rewards
        where state = 'PAID' and distributor_id is not null group by address`,
    )
    const owned = new Map(rewards.map(({ address, amount }) => [address, BigInt(amount)]))
    const text = (sums: ReadonlyMap<string, bigint>) =>
      Array.from(sums, ([address, amount]) => `${address} ${amount}`)
        .toSorted()
        .join('\n')
    if (text(owned) !== text(chain.paid)) {
      problems.push(`rewards are paid otherwise on chain:\n${text(owned)}\n${text(chain.paid)}`)
    }
    const [sums] = await rowsOf<Record<string, string>>(
      db,
      sql`select (select coalesce(sum(funded), 0) from distributors) as funded,
        (select count(*) from distribution_roots where state = 'POSTED') as roots,
        (select count(*) from payouts where nonce is not null and chain_id = 31337) as transactions`,
    )
    if (BigInt(sums?.['funded'] ?? 0) !== chain.received) problems.push('the funding differs')
    if (Number(sums?.['roots']) !== chain.roots) problems.push('the number of roots differs')
    if (Number(sums?.['transactions']) !== chain.transactions) {
      problems.push(`${chain.transactions} transactions, ${sums?.['transactions']} are recorded`)
    }
    if (members.some(({ wallet }) => !chain.paid.has(wallet.address.toLowerCase()))) {
      problems.push('a member was paid nothing')
    }
    if (problems.length > 0) throw new Error(`BROKEN:\n${problems.join('\n')}`)
    return {
      roots: chain.roots,
      paidRewards: rewards.reduce((sum, { count }) => sum + Number(count), 0),
      transactions: chain.transactions,
    }
  })
}
