import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import type { JobSubject } from './season.queue.ts'

/** The job that writes the final places of a season; handled by the recap module. */
export const PREPARE_RECAPS = 'recap.prepare'

/**
 * Runs with the settlement of every round. The job does nothing until all rounds are settled, so that
 * the order in which two rounds are settled does not matter.
 */
export async function queueRecaps(
  tx: Db,
  { seasonId, roundId }: { seasonId: number; roundId: number },
  now: Date,
): Promise<void> {
  const payload: JobSubject = { id: seasonId }
  const key = `${PREPARE_RECAPS}:round:${roundId}`
  await enqueue(tx, PREPARE_RECAPS, { payload, dueAt: now, now, key })
}
