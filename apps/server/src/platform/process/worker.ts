import type { AppContext, JobEnd } from './context.ts'
import { claimDueJob, markDone, markFailed, type ClaimedJob, type JobKind } from './jobs.ts'
import { describeFault } from './logger.ts'

export type Worker = {
  /** Checks for due jobs now instead of at the next poll. */
  wake: () => void
  /** Runs until nothing is due, and returns how many jobs it took. */
  runDue: () => Promise<number>
  start: () => void
  /** Lets the running jobs finish, and takes no other. */
  stop: () => Promise<void>
}

const POLL_MS = 500

// Each kind has its own payload type, which only its own handler sees.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJobKind = JobKind<any>

/** Runs jobs in parallel lanes: one for mails, one for everything else. */
export function createWorker(ctx: AppContext, kinds: readonly AnyJobKind[]): Worker {
  const lanes = Array.from(Map.groupBy(kinds, ({ lane }) => lane).values(), (kindsOfLane) =>
    createLane(ctx, kindsOfLane),
  )
  let timer: NodeJS.Timeout | undefined

  const wake = (): void => {
    for (const lane of lanes) lane.wake()
  }

  return {
    wake,
    runDue: () => runUntilIdle(lanes),
    start: () => {
      timer ??= setInterval(wake, POLL_MS)
      wake()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

type Lane = Omit<Worker, 'start'>

/**
 * Runs all lanes until none finds a job, because a job in one lane may enqueue another in a
 * different lane.
 */
async function runUntilIdle(lanes: readonly Lane[]): Promise<number> {
  let total = 0
  for (let idle = 0, turn = 0; idle < lanes.length; turn += 1) {
    const count = (await lanes[turn % lanes.length]?.runDue()) ?? 0
    total += count
    idle = count > 0 ? 1 : idle + 1
  }
  return total
}

function createLane(ctx: AppContext, kinds: readonly AnyJobKind[]): Lane {
  const byKind = new Map(kinds.map((each) => [each.kind, each]))
  const names = Array.from(byKind.keys())
  let running: Promise<number> | undefined
  let again = false
  let stopped = false

  async function runOne(job: ClaimedJob): Promise<void> {
    const kind = byKind.get(job.kind)
    const startedAt = performance.now()
    const ended = (end: JobEnd): void =>
      ctx.metrics?.jobEnded(job.kind, end, (performance.now() - startedAt) / 1000)
    try {
      if (!kind) throw new Error(`No handler for jobs of kind ${job.kind}`)
      // A job that kills its worker never reports an error, so its attempts are counted.
      if (job.attempt > kind.retryAfterMs.length + 1)
        throw new Error('The job exceeded its attempts: its workers stopped while they ran it')
      await kind.handle(ctx, job)
      await markDone(ctx, job)
      ended('done')
    } catch (error) {
      const { id, attempt } = job
      ctx.log.warn({ err: error, job: id, kind: job.kind, attempt }, 'A job failed')
      const retryAfterMs = kind?.retryAfterMs[attempt - 1]
      ended(retryAfterMs === undefined ? 'dead' : 'failed')
      await markFailed(ctx, job, { error: failureText(error), retryAfterMs })
    }
  }

  const nextJob = async () => (stopped ? undefined : claimDueJob(ctx, names))

  async function drain(): Promise<number> {
    let count = 0
    do {
      again = false
      // Runs one job at a time, in order of due time, so that none waits while it is leased.
      for (let job = await nextJob(); job; job = await nextJob()) {
        count += 1
        await runOne(job)
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
    if (stopped) return
    runDue().catch((error: unknown) => ctx.log.error({ err: error }, 'Polling for jobs failed'))
  }

  return {
    wake,
    runDue,
    stop: async () => {
      stopped = true
      await running?.catch(() => {})
    },
  }
}

/** Returns the error text for operators, without any address. */
function failureText(error: unknown): string {
  const { type, message } = describeFault(error)
  return `${type}: ${message}`
}
