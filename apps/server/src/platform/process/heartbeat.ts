import type { AppContext } from './context.ts'
import { LEASE_MS, renewLease, RENEW_MS, type Claim } from './leases.ts'

export type Heartbeat = {
  /** Aborted as soon as another worker may have taken the job. */
  signal: AbortSignal
  stop: () => void
}

/** Renews the lease of a running job until it is stopped or the lease is lost. */
export function startHeartbeat(
  ctx: Pick<AppContext, 'db' | 'now' | 'log'>,
  held: Claim,
): Heartbeat {
  const lost = new AbortController()
  let leasedUntil = ctx.now().getTime() + LEASE_MS
  let isRenewing = false

  async function renew(): Promise<void> {
    // A renewal may wait for a connection for longer than the interval, or even than the lease.
    if (isRenewing) {
      loseIfExpired()
      return
    }
    isRenewing = true
    const now = ctx.now().getTime()
    try {
      if (await renewLease(ctx, held)) leasedUntil = now + LEASE_MS
      else lose()
    } catch (error) {
      ctx.log.warn({ err: error, job: held.id }, 'Renewing the lease of a job failed')
      loseIfExpired()
    } finally {
      isRenewing = false
    }
  }

  const timer = setInterval(() => void renew(), RENEW_MS)
  const stop = (): void => clearInterval(timer)
  const lose = (): void => {
    stop()
    lost.abort(new Error('The lease of the job was lost'))
  }
  // Without the database, the worker cannot know whether another one has taken the job.
  const loseIfExpired = (): void => {
    if (ctx.now().getTime() >= leasedUntil) lose()
  }
  return { signal: lost.signal, stop }
}
