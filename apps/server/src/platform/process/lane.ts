import type { AppContext } from './context.ts'
import type { AnyJobKind } from './jobs.ts'
import { claimDueJob } from './leases.ts'
import { runJob } from './run-job.ts'

export type Lane = {
  kinds: readonly string[]
  /** Claims due jobs while the lane has free slots. */
  wake: () => void
  /** Returns whether a job is being claimed or running. */
  isBusy: () => boolean
  /** Resolves when no job is running. */
  idle: () => Promise<void>
  /** Lets the running jobs finish, and takes no other. */
  stop: () => Promise<void>
}

/** Runs the jobs of some kinds, up to `slots` at a time, in the order in which they are due. */
export function createLane(ctx: AppContext, slots: number, kinds: readonly AnyJobKind[]): Lane {
  const byKind = new Map(kinds.map((each) => [each.kind, each]))
  const names = Array.from(byKind.keys())
  const running = new Set<Promise<void>>()
  let filling: Promise<void> | undefined
  let again = false
  let stopped = false

  const hasSlot = (): boolean => !stopped && running.size < slots

  /** Claims one job after the other, because two claims at a time could miss jobs of each other. */
  async function fill(): Promise<void> {
    again = false
    while (hasSlot()) {
      const job = await claimDueJob(ctx, names)
      if (!job) return
      const run = runJob(ctx, byKind.get(job.kind), job)
        .catch((error: unknown) =>
          ctx.log.error({ err: error, job: job.id }, 'Storing the end of a job failed'),
        )
        .finally(() => {
          running.delete(run)
          wake()
        })
      running.add(run)
    }
  }

  function wake(): void {
    again = true
    if (filling || !hasSlot()) return
    filling = fill()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'Claiming jobs failed'))
      .finally(() => {
        filling = undefined
        if (again) wake()
      })
  }

  const isBusy = (): boolean => filling !== undefined || running.size > 0

  async function idle(): Promise<void> {
    await filling
    await Promise.all(running)
    if (isBusy()) await idle()
  }

  return {
    kinds: names,
    wake,
    isBusy,
    idle,
    stop: () => {
      stopped = true
      return idle()
    },
  }
}
