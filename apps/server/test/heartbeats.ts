import type { Db } from '#/platform/process/db.ts'
import { heartbeats } from '#/platform/process/heartbeats.table.ts'

/** Writes that a server ran in these spans. */
export async function insertHeartbeats(
  db: Db,
  spans: readonly (readonly [from: Date, until: Date])[],
): Promise<void> {
  await db.insert(heartbeats).values(
    spans.map(([coversFrom, until], at) => ({
      minute: new Date(until.getTime() - 60_000),
      processId: `test-${at}`,
      coversFrom,
      serves: true,
      runsJobs: true,
    })),
  )
}
