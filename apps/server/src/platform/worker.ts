import type { AppContext } from './context.ts'
import { claimDueJobs, markDone, markFailed, type JobKind } from './jobs.ts'

export type Worker = {
  /** Looks for due jobs now rather than at the next poll. */
  wake: () => void
  /** Works until nothing is due; tells how many jobs it took. */
  runDue: () => Promise<number>
  start: () => void
  /** Lets what is running finish. */
  stop: () => Promise<void>
}

const BATCH = 20
const POLL_MS = 500

// Each kind has its own payload; they meet here only as handlers of what they themselves queued.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJobKind = JobKind<any>

export function createWorker(ctx: AppContext, kinds: readonly AnyJobKind[]): Worker {
  const byKind = new Map(kinds.map((each) => [each.kind, each]))
  let timer: NodeJS.Timeout | undefined
  let running: Promise<number> | undefined
  let again = false

  async function runOne(job: Awaited<ReturnType<typeof claimDueJobs>>[number]): Promise<void> {
    const id = Number(job.id)
    const kind = byKind.get(job.kind)
    try {
      if (!kind) throw new Error(`No handler for jobs of kind ${job.kind}`)
      await kind.handle(ctx, { id, payload: job.payload, attempt: job.attempts })
      await markDone(ctx, id)
    } catch (error) {
      const retryAfterMs = kind?.retryAfterMs[job.attempts - 1]
      ctx.log.warn({ err: error, job: id, kind: job.kind, attempt: job.attempts }, 'A job failed')
      await markFailed(ctx, id, { error: String(error), retryAfterMs })
    }
  }

  async function drain(): Promise<number> {
    let count = 0
    do {
      again = false
      for (;;) {
        const jobs = await claimDueJobs(ctx, BATCH)
        if (jobs.length === 0) break
        count += jobs.length
        // In order: what was queued first is told first.
        for (const job of jobs) await runOne(job)
      }
    } while (again)
    return count
  }

  function runDue(): Promise<number> {
    again = true
    running ??= drain().finally(() => {
      running = undefined
    })
    return running
  }

  const wake = (): void => {
    runDue().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'The worker could not look for jobs'),
    )
  }

  return {
    wake,
    runDue,
    start: () => {
      timer ??= setInterval(wake, POLL_MS)
      wake()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
      await running?.catch(() => {})
    },
  }
}
