import { compose } from './compose.ts'
import { serveMetrics } from './http/metrics-server.ts'
import { jobKinds, standaloneJobKinds } from './job-kinds.ts'
import { readEnv } from './platform/process/env.ts'
import { WORKER_LIMITS } from './platform/process/postgres-pool.ts'
import { startBeating } from './platform/process/processes.ts'
import { runProgram } from './platform/process/program.ts'
import { createWorker } from './platform/process/worker.ts'

/** Runs the jobs without the web server; any number of workers can share one PostgreSQL. */
await runProgram(readEnv, async (env) => {
  const { ctx, metricsText, close } = await compose(env, { limits: WORKER_LIMITS })
  const worker = createWorker(ctx, env.localChains ? standaloneJobKinds : jobKinds)
  worker.start()
  const beating = startBeating(ctx, { role: 'WORKER', runsJobs: true })
  const metrics = await serveMetrics(env, metricsText)
  const metricsLine = metrics ? `  metrics       ${metrics.address}\n` : ''
  process.stdout.write(`The Solstice worker is running\n${metricsLine}`)
  return async () => {
    await metrics?.close()
    await worker.stop()
    await beating.stop()
    await close()
  }
})
