import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { distributionNodes, distributionRoots } from './distribution.table.ts'

const HASH_BYTES = 32
const PAGE_NODES = 1024
const PAGE_BYTES = PAGE_NODES * HASH_BYTES
/** One statement writes two megabytes. */
const PAGES_AT_ONCE = 64

/** Stores the nodes of a tree; a repeated call stores the same ones. */
export async function saveNodes(tx: Db, rootId: number, nodes: Uint8Array): Promise<void> {
  const pages: { rootId: number; page: number; hashes: Buffer }[] = []
  for (let at = 0; at < nodes.length; at += PAGE_BYTES) {
    const hashes = Buffer.from(nodes.subarray(at, at + PAGE_BYTES))
    pages.push({ rootId, page: at / PAGE_BYTES, hashes })
    if (pages.length === PAGES_AT_ONCE || at + PAGE_BYTES >= nodes.length) {
      await tx.insert(distributionNodes).values(pages.splice(0)).onConflictDoNothing()
    }
  }
}

/** Reads single nodes of a stored tree, in the order of the request. */
export async function readNodes(
  db: Db,
  rootId: number,
  nodes: readonly number[],
): Promise<Buffer[]> {
  if (nodes.length === 0) return []
  // Raw SQL: a part of a value is read for each number of a list.
  const rows = await rowsOf<{ hash: Buffer }>(
    db,
    sql`select substring(n.hashes from (g.node % ${PAGE_NODES})::int * ${HASH_BYTES} + 1
        for ${HASH_BYTES}) as hash
      from jsonb_array_elements_text(${JSON.stringify(nodes)}::jsonb) with ordinality
        as given(value, place)
      cross join lateral (select given.value::bigint as node) as g
      join distribution_nodes n on n.root_id = ${rootId} and n.page = g.node / ${PAGE_NODES}
      order by given.place`,
  )
  if (rows.length !== nodes.length) throw new Error(`Root ${rootId} lacks nodes`)
  return rows.map(({ hash }) => hash)
}

/** Deletes the nodes of the roots before one, which are no longer proved. */
export async function deleteEarlierNodes(
  tx: Db,
  { chainId, contract, number }: { chainId: number; contract: string; number: number },
): Promise<void> {
  const earlier = tx
    .select({ id: distributionRoots.id })
    .from(distributionRoots)
    .where(
      and(
        eq(distributionRoots.chainId, chainId),
        eq(distributionRoots.contract, contract),
        lt(distributionRoots.number, number),
      ),
    )
  await tx.delete(distributionNodes).where(sql`${distributionNodes.rootId} in (${earlier})`)
}

/** Deletes a root with its nodes before it is posted. */
export async function deletePrepared(
  tx: Db,
  { chainId, contract, number }: { chainId: number; contract: string; number: number },
): Promise<void> {
  const isPrepared = and(
    eq(distributionRoots.chainId, chainId),
    eq(distributionRoots.contract, contract),
    eq(distributionRoots.number, number),
    eq(distributionRoots.state, 'PREPARED'),
  )
  const prepared = tx.select({ id: distributionRoots.id }).from(distributionRoots).where(isPrepared)
  await tx.delete(distributionNodes).where(inArray(distributionNodes.rootId, prepared))
  await tx.delete(distributionRoots).where(isPrepared)
}
