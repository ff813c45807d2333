import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { ContractKind } from '@solstice/rules/payout'
import type { Db } from '#/platform/process/db.ts'
import { payouts, treasuryContracts, treasuryLanes } from './payout.table.ts'

export type TreasuryContract = typeof treasuryContracts.$inferSelect

export type ContractName = {
  chainId: number
  kind: ContractKind
  /** The token that a distributor pays, in lower case; null for the other contracts. */
  token: string | null
}

/** Returns a contract that the present account of the treasury deployed, once it is final. */
export async function contractOf(
  db: Db,
  { chainId, kind, token }: ContractName,
): Promise<TreasuryContract | undefined> {
  const contract = treasuryContracts
  const [row] = await db
    .select({ contract })
    .from(contract)
    .innerJoin(
      treasuryLanes,
      and(eq(treasuryLanes.chainId, contract.chainId), eq(treasuryLanes.address, contract.account)),
    )
    .where(
      and(
        eq(contract.chainId, chainId),
        eq(contract.kind, kind),
        token === null ? isNull(contract.token) : eq(contract.token, token),
      ),
    )
  return row?.contract
}

export async function insertContract(
  tx: Db,
  contract: typeof treasuryContracts.$inferInsert,
): Promise<void> {
  await tx.insert(treasuryContracts).values(contract).onConflictDoNothing()
}

/** Returns whether a call of this key has failed since an instant. */
export async function hasFailedSince(db: Db, key: string, since: Date): Promise<boolean> {
  const [failed] = await db
    .select({ failedAt: payouts.failedAt })
    .from(payouts)
    .where(and(eq(payouts.key, key), eq(payouts.state, 'FAILED'), gt(payouts.failedAt, since)))
    .orderBy(desc(payouts.id))
    .limit(1)
  return failed !== undefined
}
