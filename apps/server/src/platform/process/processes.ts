import { randomUUID } from 'node:crypto'
import { desc, eq, gt } from 'drizzle-orm'
import { MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import type { AppContext } from './context.ts'
import type { Db } from './db.ts'
import { heartbeats } from './heartbeats.table.ts'
import { processes } from './processes.table.ts'
import type { Shared } from './shared.ts'
import { VERSION } from './version.ts'

type ProcessRow = typeof processes.$inferSelect

const BEAT_EVERY_MS = 15 * SECOND_MS
/** A process that missed three beats counts as silent. */
export const SILENT_AFTER_MS = 60 * SECOND_MS
const FAULT_MINUTES = 5

type Context = Pick<AppContext, 'db' | 'now' | 'log' | 'shared'>

/** Counts the replies with 9999 of this process, by minute. */
class FaultCounter {
  readonly #byMinute = new Map<number, number>()

  count(now: Date): void {
    const minute = minuteOf(now)
    this.#byMinute.set(minute, (this.#byMinute.get(minute) ?? 0) + 1)
    for (const each of this.#byMinute.keys()) {
      if (each <= minute - FAULT_MINUTES) this.#byMinute.delete(each)
    }
  }

  perMinute(now: Date): number {
    const minute = minuteOf(now)
    const recent = Array.from(this.#byMinute).filter(([each]) => each > minute - FAULT_MINUTES)
    return recent.reduce((sum, [, count]) => sum + count, 0) / FAULT_MINUTES
  }
}

const minuteOf = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS)

export const FAULTS: Shared<FaultCounter> = {
  name: 'process.faults',
  create: () => new FaultCounter(),
}

type Self = Pick<ProcessRow, 'id' | 'role' | 'runsJobs' | 'startedAt'>

/**
 * Stores that a process is running: its newest report, and that it ran in this minute. The minutes
 * stay when the process is gone, because they tell when members could check in.
 */
export async function beat(ctx: Pick<Context, 'db' | 'now' | 'shared'>, self: Self): Promise<void> {
  await insertHeartbeat(ctx, self, { from: ctx.now(), to: ctx.now() })
  const seenAt = ctx.now()
  const faultsPerMinute = ctx.shared(FAULTS).perMinute(seenAt)
  await ctx.db
    .insert(processes)
    .values({ ...self, version: VERSION, seenAt, faultsPerMinute })
    .onConflictDoUpdate({ target: processes.id, set: { seenAt, faultsPerMinute } })
}

async function insertHeartbeat(
  { db }: Pick<Context, 'db'>,
  { id: processId, role, runsJobs }: Pick<Self, 'id' | 'role' | 'runsJobs'>,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const minute = new Date(minuteOf(to) * MINUTE_MS)
  const coversFrom = new Date(minuteOf(from < to ? from : to) * MINUTE_MS)
  await db
    .insert(heartbeats)
    .values({ minute, processId, coversFrom, serves: role === 'SERVER', runsJobs })
    .onConflictDoNothing()
}

export type Beating = {
  /** For development only: time that a moved clock skips is no outage. */
  cover: (until: Date) => Promise<void>
  stop: () => Promise<void>
}

/** Reports that this process is running until it is stopped, so that operators see a dead worker. */
export function startBeating(
  ctx: Context,
  { role, runsJobs }: Pick<Self, 'role' | 'runsJobs'>,
): Beating {
  const self = { id: randomUUID(), role, runsJobs, startedAt: ctx.now() }
  const report = (): Promise<void> =>
    beat(ctx, self).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'Reporting that the process is running failed'),
    )
  let last = report()
  const timer = setInterval(() => void (last = last.then(report)), BEAT_EVERY_MS)
  return {
    cover: (until) => insertHeartbeat(ctx, self, { from: ctx.now(), to: until }),
    stop: async () => {
      clearInterval(timer)
      await last
      await ctx.db
        .delete(processes)
        .where(eq(processes.id, self.id))
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'Removing the process failed'))
    },
  }
}

/** Returns the processes that reported after an instant, newest first. */
export function findProcesses(db: Db, after: Date): Promise<ProcessRow[]> {
  return db
    .select()
    .from(processes)
    .where(gt(processes.seenAt, after))
    .orderBy(desc(processes.startedAt), processes.id)
}
