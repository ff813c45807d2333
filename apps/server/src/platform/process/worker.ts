import type { AppContext, JobEnd } from './context.ts'
import { claimDueJob, markDone, markFailed, type ClaimedJob, type JobKind } from './jobs.ts'
import { describeFault } from './logger.ts'

export type Worker = {
  /** Looks for due jobs now rather than at the next poll. */
  wake: () => void
  /** Works until nothing is due; tells how many jobs it took. */
  runDue: () => Promise<number>
  start: () => void
  /** Lets the jobs that are running finish, and takes no other. */
  stop: () => Promise<void>
}

const POLL_MS = 500

// Each kind has its own payload; they meet here only as handlers of what they themselves queued.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJobKind = JobKind<any>

/** Works off jobs in lanes beside each other: one for mails, one for everything else. */
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

/** What is done in one lane may be followed by something in another: until all have found nothing. */
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
      // A job that takes its worker down with it never fails in words: its turns are counted.
      if (job.attempt > kind.retryAfterMs.length + 1) throw new Error('Its workers died over it')
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
      // One at a time and in order: what was due first is told first, and none waits leased.
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
    runDue().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'The worker could not look for jobs'),
    )
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

/** For the operators' eyes: what happened, and nobody's address. */
function failureText(error: unknown): string {
  const { type, message } = describeFault(error)
  return `${type}: ${message}`
}
