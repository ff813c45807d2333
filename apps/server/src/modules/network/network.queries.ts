import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export type NetworkRow = {
  id: number
  chainId: number
  name: string
  symbol: string
  rpcUrl: string
  /** Asked besides the first one about large amounts. */
  secondRpcUrl: string | null
  scanUrl: string
  confirmations: number
  explorer: 'ETHERSCAN' | 'OWN_INDEX'
  enabled: boolean
}

export type ContractRow = {
  id: number
  networkId: number
  chainId: number
  address: string | null
  name: string
  symbol: string
  decimals: number
  logoUrl: string | null
  enabled: boolean
  /** In whole units: above it both nodes have to agree. */
  agreeAbove: string | null
}

const NETWORK = sql`id::int as id, chain_id::float8 as "chainId", name, symbol,
  rpc_url as "rpcUrl", second_rpc_url as "secondRpcUrl", scan_url as "scanUrl", confirmations, explorer, enabled`

const CONTRACT = sql`c.id::int as id, c.network_id::int as "networkId",
  n.chain_id::float8 as "chainId", c.address, c.name, c.symbol, c.decimals,
  c.logo_url as "logoUrl", c.enabled and n.enabled as enabled,
  trim_scale(c.agree_above)::text as "agreeAbove"`

export function findNetworks(db: Db): Promise<NetworkRow[]> {
  return rowsOf<NetworkRow>(db, sql`select ${NETWORK} from networks order by id`)
}

export async function findNetworkByChain(db: Db, chainId: number): Promise<NetworkRow | undefined> {
  const [row] = await rowsOf<NetworkRow>(
    db,
    sql`select ${NETWORK} from networks where chain_id = ${chainId}`,
  )
  return row
}

/** The coin before the tokens, these in the order they came. */
export function findContracts(db: Db): Promise<ContractRow[]> {
  return rowsOf<ContractRow>(
    db,
    sql`select ${CONTRACT} from contracts c join networks n on n.id = c.network_id
      order by c.network_id, c.address is not null, c.id`,
  )
}

type SavedNetwork = Omit<NetworkRow, 'id'> & { createdAt: Date }

/** What is there under this chain id is changed; its number stays. */
export async function saveNetwork(db: Db, network: SavedNetwork): Promise<NetworkRow> {
  const { chainId, name, symbol, rpcUrl, secondRpcUrl, scanUrl } = network
  const { confirmations, explorer, enabled } = network
  const [row] = await rowsOf<NetworkRow>(
    db,
    sql`insert into networks (chain_id, name, symbol, rpc_url, second_rpc_url, scan_url, confirmations, explorer,
        enabled, local, created_at)
      values (${chainId}, ${name}, ${symbol}, ${rpcUrl}, ${secondRpcUrl}::text, ${scanUrl}, ${confirmations}, ${explorer},
        ${enabled}, ${rpcUrl.startsWith('/')}, ${network.createdAt.toISOString()}::timestamptz)
      on conflict (chain_id) do update set name = excluded.name, symbol = excluded.symbol,
        rpc_url = excluded.rpc_url, second_rpc_url = excluded.second_rpc_url, scan_url = excluded.scan_url,
        confirmations = excluded.confirmations, explorer = excluded.explorer,
        enabled = excluded.enabled, local = excluded.local
      returning ${NETWORK}`,
  )
  if (!row) throw new Error('The database kept no network')
  return row
}

export async function switchLocalNetworks(db: Db, enabled: boolean): Promise<void> {
  await db.execute(
    sql`update networks set enabled = ${enabled} where local and enabled <> ${enabled}`,
  )
}

type SavedContract = Omit<ContractRow, 'id' | 'chainId'>

export async function saveContract(db: Db, contract: SavedContract): Promise<void> {
  const { networkId, address, name, symbol, decimals, logoUrl, enabled, agreeAbove } = contract
  await db.execute(sql`insert into contracts (network_id, address, name, symbol, decimals, logo_url, enabled, agree_above)
    values (${networkId}, ${address}, ${name}, ${symbol}, ${decimals}, ${logoUrl}, ${enabled},
      ${agreeAbove}::numeric)
    on conflict on constraint contracts_once do update set name = excluded.name,
      symbol = excluded.symbol, decimals = excluded.decimals, logo_url = excluded.logo_url,
      enabled = excluded.enabled, agree_above = excluded.agree_above`)
}

export async function findPricesByHand(db: Db): Promise<Map<string, string>> {
  const rows = await rowsOf<{ symbol: string; price: string }>(
    db,
    sql`select symbol, price_usd as price from prices_by_hand`,
  )
  return new Map(rows.map(({ symbol, price }) => [symbol, price]))
}

export async function savePriceByHand(
  db: Db,
  symbol: string,
  price: string,
  at: Date,
): Promise<void> {
  await db.execute(sql`insert into prices_by_hand (symbol, price_usd, set_at)
    values (${symbol}, ${price}, ${at.toISOString()}::timestamptz)
    on conflict (symbol) do update set price_usd = excluded.price_usd, set_at = excluded.set_at`)
}

export async function removePriceByHand(db: Db, symbol: string): Promise<void> {
  await db.execute(sql`delete from prices_by_hand where symbol = ${symbol}`)
}
