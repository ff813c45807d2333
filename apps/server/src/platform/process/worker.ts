import type { AppContext } from './context.ts'
import type { AnyJobKind } from './jobs.ts'
import { createLane } from './lane.ts'
import { LANES } from './lanes.ts'
import { claimDueJob, findDueKinds } from './leases.ts'
import { runJob } from './run-job.ts'

export type Worker = {
  /** Checks for due jobs now instead of at the next poll. */
  wake: () => void
  /**
   * Runs until nothing is due, and returns how many jobs it took: one job at a time, in the order
   * in which they are due, so that tests are reproducible. Also waits for the jobs in the lanes.
   */
  runDue: () => Promise<number>
  start: () => void
  /** Lets the running jobs finish, and takes no other. */
  stop: () => Promise<void>
}

const POLL_MS = 500

/** Runs jobs in parallel lanes by purpose, so that a slow job delays only those of its lane. */
export function createWorker(ctx: AppContext, kinds: readonly AnyJobKind[]): Worker {
  const lanes = Array.from(
    Map.groupBy(kinds, ({ lane }) => lane),
    ([name, ofLane]) => createLane(ctx, LANES[name], ofLane),
  )
  const byKind = new Map(kinds.map((each) => [each.kind, each]))
  const names = Array.from(byKind.keys())
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let draining: Promise<number> = Promise.resolve(0)
  let again = false
  let stopped = false

  async function poll(): Promise<void> {
    again = false
    const due = await findDueKinds(ctx, names)
    for (const lane of lanes) if (lane.kinds.some((kind) => due.has(kind))) lane.wake()
  }

  /** Wake-ups during a poll share the next one. */
  function wake(): void {
    again = true
    if (polling || stopped) return
    polling = poll()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'Polling for jobs failed'))
      .finally(() => {
        polling = undefined
        if (again) wake()
      })
  }

  async function drain(): Promise<number> {
    let count = 0
    for (;;) {
      await Promise.all(lanes.map((lane) => lane.idle()))
      const job = stopped ? undefined : await claimDueJob(ctx, names)
      if (job) {
        count += 1
        await runJob(ctx, byKind.get(job.kind), job)
      } else if (!lanes.some((lane) => lane.isBusy())) {
        return count
      }
      // Otherwise a lane has claimed the job since it was idle.
    }
  }

  return {
    wake,
    runDue: () => (draining = draining.then(drain, drain)),
    start: () => {
      timer ??= setInterval(wake, POLL_MS)
      wake()
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      timer = undefined
      await polling
      await draining.catch(() => {})
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}
