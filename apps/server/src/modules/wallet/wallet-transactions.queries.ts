import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export type WalletTransactionRow = {
  id: number
  chainId: number
  txHash: string
  from: string
  to: string
  value: string
  symbol: string
  contractAddress: string | null
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  nonce: number | null
  final: boolean
  /** Null until the chain was asked. */
  onChain: boolean | null
  createdAt: string | Date
}

const COLUMNS = sql`id::float8 as id, chain_id::float8 as "chainId", tx_hash as "txHash",
  from_address as "from", to_address as "to", value, symbol, contract_address as "contractAddress",
  status, nonce::float8 as nonce, final, on_chain as "onChain", created_at as "createdAt"`

type NewTransaction = Omit<
  WalletTransactionRow,
  'id' | 'status' | 'nonce' | 'final' | 'onChain' | 'createdAt'
> & {
  memberId: number
  createdAt: Date
}

/** The second time nothing is added, and what is there is answered. */
export async function keepTransaction(
  db: Db,
  fresh: NewTransaction,
): Promise<WalletTransactionRow> {
  await db.execute(sql`insert into wallet_transactions (member_id, chain_id, tx_hash, from_address,
      to_address, value, symbol, contract_address, status, final, created_at)
    values (${fresh.memberId}, ${fresh.chainId}, ${fresh.txHash}, ${fresh.from}, ${fresh.to},
      ${fresh.value}, ${fresh.symbol}, ${fresh.contractAddress}, 'PENDING', false,
      ${fresh.createdAt.toISOString()}::timestamptz)
    on conflict on constraint wallet_transactions_once do nothing`)
  const [row] = await rowsOf<WalletTransactionRow>(
    db,
    sql`select ${COLUMNS} from wallet_transactions where member_id = ${fresh.memberId}
      and chain_id = ${fresh.chainId} and tx_hash = ${fresh.txHash}`,
  )
  if (!row) throw new Error('The database kept no transaction')
  return row
}

export async function findTransactions(
  db: Db,
  memberId: number,
  filter: { chainIds: readonly number[] | undefined; size: number; offset: number },
): Promise<{ rows: WalletTransactionRow[]; totalCount: number }> {
  const where = sql`member_id = ${memberId} ${onChains(filter.chainIds)}`
  const rows = await rowsOf<WalletTransactionRow>(
    db,
    sql`select ${COLUMNS} from wallet_transactions where ${where}
      order by id desc limit ${filter.size} offset ${filter.offset}`,
  )
  const [counted] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from wallet_transactions where ${where}`,
  )
  return { rows, totalCount: counted?.count ?? 0 }
}

function onChains(chainIds: readonly number[] | undefined): SQL {
  if (!chainIds) return sql``
  return sql`and chain_id in (select jsonb_array_elements_text(${JSON.stringify(chainIds)}::jsonb)::bigint)`
}

export async function updateTransaction(
  db: Db,
  id: number,
  seen: Pick<WalletTransactionRow, 'status' | 'nonce' | 'final' | 'onChain'>,
): Promise<void> {
  await db.execute(sql`update wallet_transactions set status = ${seen.status},
    nonce = ${seen.nonce}, final = ${seen.final}, on_chain = ${seen.onChain}
    where id = ${id} and (not final or on_chain is null)`)
}
