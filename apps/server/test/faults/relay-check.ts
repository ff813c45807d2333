import { sql } from 'drizzle-orm'
import { openPglite, openPostgres, rowsOf, type Db } from '#/platform/process/db.ts'
import type { Payment } from './relay-phone.ts'
import { CHAIN_ID, rpc, TOKEN } from './remote-payer.ts'
import type { Tally } from './scenario.ts'

const BALANCE_OF = '0x70a08231'
/** keccak256('Relayed(address,uint256,address,address,uint256)') */
const RELAYED = '0xbeee7d3ff5c7c76ca001cc6b49afb9a3a42627c88a9a64ab39dd0c55b1131f8d'

export type ChainState = {
  /** The received amounts in the order of the payments. */
  received: bigint[]
  /** The coin of the payers, which none of them has. */
  coin: bigint
  executed: number
  transactions: number
}

/** Reads what happened on the chain itself, while its server is running. */
export async function readRelayed(
  address: string,
  payments: readonly Payment[],
  { relay, treasury }: { relay: string; treasury: string },
): Promise<ChainState> {
  const received: bigint[] = []
  let coin = 0n
  for (const { recipient, payer } of payments) {
    const data = `${BALANCE_OF}${recipient.slice(2).toLowerCase().padStart(64, '0')}`
    received.push(BigInt(await rpc<string>(address, 'eth_call', [{ to: TOKEN, data }, 'latest'])))
    coin += BigInt(await rpc<string>(address, 'eth_getBalance', [payer.wallet.address, 'latest']))
  }
  const filter = { address: relay, topics: [RELAYED], fromBlock: '0x0', toBlock: 'latest' }
  const events = await rpc<unknown[]>(address, 'eth_getLogs', [filter])
  const count = await rpc<string>(address, 'eth_getTransactionCount', [treasury, 'latest'])
  return { received, coin, executed: events.length, transactions: Number(count) }
}

/** Each query selects rows that must not exist. */
const RULES: readonly [rule: string, broken: ReturnType<typeof sql>][] = [
  ['a send has ended', sql`select id from relay_sends where state not in ('DONE', 'FAILED')`],
  ['a send was rejected by no chain', sql`select id from relay_sends where failure = 'REJECTED'`],
  [
    'an ended send has no signatures',
    sql`select id from relay_sends where intent is not null or permit is not null`,
  ],
  [
    'a call has arrived exactly if its send has',
    sql`select s.id from relay_sends s join payouts p on p.id = s.payout_id
      where (s.state = 'DONE') <> (p.state = 'CONFIRMED')`,
  ],
  [
    'a payout has ended, and none failed on chain before its deadline',
    sql`select p.id from payouts p left join relay_sends s on s.payout_id = p.id
      where p.state not in ('CONFIRMED', 'FAILED')
        or (p.state = 'FAILED' and p.nonce is not null and s.failure is distinct from 'EXPIRED')`,
  ],
  [
    'a member has sent what the quota allows',
    sql`select member_id as id from relay_sends where state = 'DONE'
      group by member_id having count(*) <> 2`,
  ],
  [
    'no chain is frozen',
    sql`select chain_id as id from treasury_lanes where frozen_at is not null`,
  ],
  ['no job has failed permanently', sql`select id from jobs where dead_at is not null`],
]

/** Compares payments, rows and chain, and throws with a list of what differs. */
export async function checkRelayed(
  settings: Record<string, string>,
  payments: readonly Payment[],
  chain: ChainState,
): Promise<Tally> {
  const url = settings['DATABASE_URL']
  const { db, close } =
    url === undefined
      ? await openPglite(settings['SOLSTICE_DATA'])
      : await openPostgres(url, () => {})
  try {
    const problems = await findProblems(db, payments, chain)
    if (problems.length > 0) throw new Error(`BROKEN:\n${problems.join('\n')}`)
  } finally {
    await close()
  }
  return { arrived: chain.executed, transactions: chain.transactions }
}

async function findProblems(
  db: Db,
  payments: readonly Payment[],
  chain: ChainState,
): Promise<string[]> {
  const problems: string[] = []
  for (const [rule, broken] of RULES) {
    const rows = await rowsOf<{ id: number | string }>(db, broken)
    if (rows.length > 0) problems.push(`${rule}: not ${rows.map(({ id }) => id).join(', ')}`)
  }
  for (const [at, { recipient, amount }] of payments.entries()) {
    const received = chain.received[at] ?? 0n
    if (received !== amount) problems.push(`${recipient} received ${received} of ${amount}`)
  }
  if (chain.coin !== 0n) problems.push(`the payers have ${chain.coin} of the coin`)
  const [counts] = await rowsOf<{ done: number; nonces: number }>(
    db,
    sql`select (select count(*) from relay_sends where state = 'DONE')::int as done,
      (select count(*) from payouts
        where nonce is not null and chain_id = ${CHAIN_ID})::int as nonces`,
  )
  const found = { executed: chain.executed, done: counts?.done, transactions: chain.transactions }
  const expected = {
    executed: payments.length,
    done: payments.length,
    transactions: counts?.nonces,
  }
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    problems.push(JSON.stringify({ found, expected }))
  }
  return problems
}
