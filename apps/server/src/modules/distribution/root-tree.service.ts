import { setImmediate as nextTurn } from 'node:timers/promises'
import { shareHashes, shareHash, type Share } from '@solstice/contracts/distribution-tree'
import type { AppContext } from '#/platform/process/context.ts'
import type { DeployedDistributor } from './distributor.queries.ts'
import { findLeaves } from './root-entries.queries.ts'

const LEAVES_AT_ONCE = 5000

export type HashedRoot = { root: Buffer; total: bigint; leaves: number; nodes: Uint8Array }

/**
 * Hashes the tree of all amounts of a distributor, which do not change in this step. Shares are read
 * in pages; only hashes stay in memory.
 */
export async function hashRoot(
  { db }: Pick<AppContext, 'db'>,
  distributor: DeployedDistributor,
): Promise<HashedRoot> {
  const hashes = shareHashes()
  let [after, total, leaves] = ['', 0n, 0]
  for (;;) {
    const page = await findLeaves(db, distributor, after, LEAVES_AT_ONCE)
    for (const { address, cumulative } of page) {
      hashes.add(shareHash(shareOf(address, cumulative)))
      total += cumulative
    }
    leaves += page.length
    const last = page.at(-1)
    if (!last || page.length < LEAVES_AT_ONCE) break
    after = last.address
  }
  const tree = await hashes.treeWithPauses(() => nextTurn())
  return { root: Buffer.from(tree.root.slice(2), 'hex'), total, leaves, nodes: tree.nodes }
}

/** Addresses are stored as the wallet was registered: 0x and 40 digits. */
export function shareOf(address: string, cumulative: bigint): Share {
  return { account: `0x${address.slice(2)}`, cumulative }
}
