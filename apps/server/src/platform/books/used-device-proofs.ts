import type { AppContext } from '#/platform/process/context.ts'
import { usedDeviceProofs } from './used-device-proofs.table.ts'

type UsedProof = typeof usedDeviceProofs.$inferInsert

/** Uses one statement, so that only one of two requests with the same proof is accepted. */
export async function useProofOnce(
  ctx: Pick<AppContext, 'db'>,
  proof: UsedProof,
): Promise<boolean> {
  const rows = await ctx.db
    .insert(usedDeviceProofs)
    .values(proof)
    .onConflictDoNothing()
    .returning({ jti: usedDeviceProofs.jti })
  return rows.length === 1
}
