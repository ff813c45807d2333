import { entryBytes } from '@solstice/points-log/entry'
import type { Db } from '#/platform/process/db.ts'
import { findUnloggedCommitments, saveLogged } from './commitment.queries.ts'

export { findLeafIndex, insertCommitment as commitInLog } from './commitment.queries.ts'

const COMMITMENTS_AT_ONCE = 100

/**
 * Returns the next commitments as entries, and stores their places. A commitment belongs to no posting,
 * so its entry names the last transaction that the log covers, which keeps entries in order.
 */
export async function commitmentEntries(
  tx: Db,
  { firstIndex, transactionId }: { firstIndex: number; transactionId: number },
): Promise<Uint8Array[]> {
  const found = await findUnloggedCommitments(tx, COMMITMENTS_AT_ONCE)
  if (found.length === 0) return []
  await saveLogged(
    tx,
    found.map(({ id }, at) => ({ id, leafIndex: firstIndex + at })),
  )
  return found.map(({ kind, scope, commitment, committedAt }) =>
    entryBytes({
      transactionId: Math.max(1, transactionId),
      kind,
      at: committedAt,
      accounts: [{ asset: kind, scope }],
      commitment,
    }),
  )
}
