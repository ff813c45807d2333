import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueuePoll } from '#/platform/process/jobs.ts'

/** The job that sends claims of a chain and records those that are final. */
export const RUN_CLAIMS = 'distribution.claims'
export type OnChain = { chainId: number }

export async function wakeClaims(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  chainId: number,
): Promise<void> {
  const payload: OnChain = { chainId }
  await enqueuePoll(tx, RUN_CLAIMS, ctx.now(), payload)
}
