import type { Kind } from './load-actions.ts'
import { PERCENTILES, percentilesOf, type Percentiles } from './percentiles.ts'
import type { Done } from './run-load.ts'

/** The database under the load: PostgreSQL with two servers and a worker, or one process. */
export type Engine = 'postgres' | 'embedded'

/**
 * The most milliseconds that a call of each kind may take under the default load of its engine, on
 * two cores that the members, the servers and the database share.
 *
 * Reads and writes: a screen that responds within 100 ms feels immediate, and a member who waits
 * more than a second loses the thread, so half of the calls have to be well below the first value
 * and 99 of 100 within the second. A write waits for the disk, and a spin for the row of its member.
 *
 * Auth: a log-in derives an argon2id hash of 19 MiB on purpose, about 40 ms of one core, and queues
 * behind the others. It happens once per device, so it may take a second at worst.
 *
 * The embedded database has one connection, so every call waits for all statements before it, and
 * its server also checks every response against its schema.
 */
export const LATENCY_LIMITS: Record<Engine, Record<Kind, Percentiles>> = {
  postgres: {
    read: { p50: 50, p95: 250, p99: 500 },
    write: { p50: 75, p95: 300, p99: 600 },
    auth: { p50: 150, p95: 500, p99: 1000 },
  },
  embedded: {
    read: { p50: 50, p95: 250, p99: 500 },
    write: { p50: 75, p95: 300, p99: 600 },
    auth: { p50: 150, p95: 500, p99: 1000 },
  },
}

type Timed = Pick<Done, 'ms'> & { action: { kind: Kind } }

export function durationsOf(done: readonly Timed[], kind: Kind): number[] {
  return done.filter(({ action }) => action.kind === kind).flatMap(({ ms }) => ms)
}

/** Returns a sentence for each percentile above its limit. A kind without calls fails too. */
export function latencyFailures(
  done: readonly Timed[],
  limits: Record<Kind, Percentiles>,
): string[] {
  return Object.entries(limits).flatMap(([name, limit]) => {
    const kind = name as Kind // The keys of the record are the kinds.
    const measured = percentilesOf(durationsOf(done, kind))
    return PERCENTILES.flatMap((percentile) => {
      // The comparison is written so that NaN fails.
      if (measured[percentile] <= limit[percentile]) return []
      return [
        `${kind}: ${percentile} is ${measured[percentile].toFixed(0)} ms, ` +
          `at most ${limit[percentile]} ms are allowed`,
      ]
    })
  })
}
