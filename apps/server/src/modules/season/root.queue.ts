import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueuePoll } from '#/platform/process/jobs.ts'

/**
 * The job that puts owed rewards into the next root; handled by the distribution module, enqueued
 * where rewards become owed and where a root can continue.
 */
export const BUILD_ROOTS = 'distribution.build'

/** Without `start` a new root begins only if the last one is a day old. */
export type BuildRoots = { start: boolean }

/** Enqueues the job in the transaction of the fact. */
export async function wakeRoots(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { start }: BuildRoots = { start: true },
): Promise<void> {
  const payload: BuildRoots = { start }
  await enqueuePoll(tx, BUILD_ROOTS, ctx.now(), payload)
}
