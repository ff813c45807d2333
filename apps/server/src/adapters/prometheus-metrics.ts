import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics, Reading } from '#/platform/process/context.ts'
import type { Connections } from '#/platform/process/db.ts'

export type PrometheusMetrics = Metrics & {
  /** Returns all metrics in the text format; `readings` are the current state. */
  text: (readings: readonly Reading[]) => Promise<string>
}

const REPLY_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const JOB_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

export function prometheusMetrics({
  version,
  connections,
}: {
  version: string
  connections: (() => Connections) | undefined
}): PrometheusMetrics {
  const registry = new Registry()
  const registers = [registry]
  // Metrics of the process: CPU, memory, heap, garbage collection, delay of the event loop.
  collectDefaultMetrics({ register: registry })

  new Gauge({
    name: 'solstice_build_info',
    help: 'Version of this process',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  if (connections) watchConnections(registers, connections)

  const replies = new Counter({
    name: 'solstice_replies_total',
    help: 'Responses by route, HTTP status and envelope code',
    labelNames: ['method', 'route', 'status', 'code'],
    registers,
  })
  const replySeconds = new Histogram({
    name: 'solstice_reply_seconds',
    help: 'Response time in seconds',
    labelNames: ['method', 'route'],
    buckets: REPLY_SECONDS,
    registers,
  })
  const limits = new Counter({
    name: 'solstice_limits_hit_total',
    help: 'Calls rejected with 2902, by limit',
    labelNames: ['limit'],
    registers,
  })
  const jobs = new Counter({
    name: 'solstice_jobs_total',
    help: 'Jobs that this process took, by how they ended; failed ones are tried again, dead ones are not',
    labelNames: ['kind', 'end'],
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'solstice_job_seconds',
    help: 'Job duration in seconds',
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
    registers,
  })
  const pushes = new Counter({
    name: 'solstice_pushes_total',
    help: 'Pushes sent to push services, by outcome',
    labelNames: ['end'],
    registers,
  })

  const replicaReads = new Counter({
    name: 'solstice_replica_reads_total',
    help: 'Reads that may use the replica: use, or the reason why the primary answered',
    labelNames: ['outcome'],
    registers,
  })

  return {
    replied: ({ method, route, status, code, seconds }) => {
      replies.inc({ method, route, status, code })
      replySeconds.observe({ method, route }, seconds)
    },
    limitHit: (limit) => limits.inc({ limit }),
    jobEnded: (kind, end, seconds) => {
      jobs.inc({ kind, end })
      jobSeconds.observe({ kind }, seconds)
    },
    pushEnded: (end) => pushes.inc({ end }),
    replicaRead: (outcome) => replicaReads.inc({ outcome: outcome.toLowerCase() }),
    text: async (readings) => Registry.merge([registry, registryOf(readings)]).metrics(),
  }
}

function watchConnections(registers: Registry[], connections: () => Connections): Gauge {
  return new Gauge({
    name: 'solstice_database_connections',
    help: 'Database connections that are open or idle, and calls that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}

/**
 * Creates a new registry for every scrape, so that values that no longer exist are not reported
 * again.
 */
function registryOf(readings: readonly Reading[]): Registry {
  const registry = new Registry()
  for (const { name, help, values } of readings) {
    if (values.length === 0) continue
    const labelNames = Object.keys(values[0]?.labels ?? {})
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const { labels, value } of values) gauge.set(labels, value)
  }
  return registry
}
