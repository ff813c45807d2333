import type { AppContext, JobEnd } from './context.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { AnyJobKind } from './jobs.ts'
import { markDone, markFailed, storeCursor, type ClaimedJob } from './leases.ts'
import { describeFault } from './logger.ts'

/** Runs a claimed job under its lease, and stores how it ended. */
export async function runJob(
  ctx: AppContext,
  kind: AnyJobKind | undefined,
  job: ClaimedJob,
): Promise<void> {
  const startedAt = performance.now()
  const heartbeat = startHeartbeat(ctx, job)
  let end: JobEnd
  try {
    end = await handle(ctx, kind, job, heartbeat.signal)
  } catch (error) {
    const { id, attempt } = job
    ctx.log.warn({ err: error, job: id, kind: job.kind, attempt }, 'A job failed')
    const retryAfterMs = kind?.retryAfterMs[attempt - 1]
    const isHeld = await markFailed(ctx, job, { error: failureText(error), retryAfterMs })
    end = isHeld ? (retryAfterMs === undefined ? 'dead' : 'failed') : 'lost'
  } finally {
    heartbeat.stop()
  }
  if (end === 'lost')
    ctx.log.warn({ job: job.id, kind: job.kind }, 'A job was taken over by another worker')
  ctx.metrics?.jobEnded(job.kind, end, (performance.now() - startedAt) / 1000)
}

async function handle(
  ctx: AppContext,
  kind: AnyJobKind | undefined,
  { id, claim, payload, attempt, ...job }: ClaimedJob,
  signal: AbortSignal,
): Promise<JobEnd> {
  if (!kind) throw new Error(`No handler for jobs of kind ${job.kind}`)
  // A job that kills its worker never reports an error, so its attempts are counted.
  if (attempt > kind.retryAfterMs.length + 1)
    throw new Error('The job exceeded its attempts: its workers stopped while they ran it')
  const rest = await kind.handle(ctx, { id, payload, attempt, signal })
  const held = { id, claim }
  if (rest) return (await storeCursor(ctx, held, rest.next)) ? 'continued' : 'lost'
  return (await markDone(ctx, held)) ? 'done' : 'lost'
}

/** Returns the error text for operators, without any address. */
function failureText(error: unknown): string {
  const { type, message } = describeFault(error)
  return `${type}: ${message}`
}
