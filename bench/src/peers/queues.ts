import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, type Runner } from 'graphile-worker'
import { PgBoss } from 'pg-boss'
import { compose } from '../../../apps/server/src/compose.ts'
import { readEnv } from '../../../apps/server/src/platform/process/env.ts'
import { enqueue, type JobKind } from '../../../apps/server/src/platform/process/jobs.ts'
import { createWorker, type Worker } from '../../../apps/server/src/platform/process/worker.ts'

/** A queue of jobs in PostgreSQL whose handler only reports the number of the job. */
export type Queue = {
  name: string
  enqueue: (job: number) => Promise<unknown>
  /** Starts and stops the handling; jobs can be enqueued all the time. */
  start: () => Promise<void>
  stop: () => Promise<void>
  close: () => Promise<void>
}

export type OpenQueue = (
  at: { databaseUrl: string; folder: string },
  onJob: (job: number) => void,
) => Promise<Queue>

type Payload = { job: number }
const NAME = 'bench'

/** Our jobs as a standalone worker runs them. */
export const openOurs: OpenQueue = async ({ databaseUrl, folder }, onJob) => {
  const env = readEnv({
    NODE_ENV: 'development',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    SOLSTICE_DATA: folder,
  })
  const { ctx, close } = await compose(env)
  const kind: JobKind<Payload> = {
    kind: NAME,
    lane: 'mail',
    retryAfterMs: [1000],
    handle: async (_, { payload }) => onJob(payload.job),
  }
  let worker: Worker | undefined
  return {
    name: 'our jobs, a standalone worker',
    enqueue: (job) => {
      const now = ctx.now()
      return enqueue(ctx.db, NAME, { payload: { job }, dueAt: now, now })
    },
    start: async () => {
      worker = createWorker(ctx, [kind])
      worker.start()
    },
    stop: async () => worker?.stop(),
    close,
  }
}

/** Woken by NOTIFY and in batches, which is its fastest documented configuration. */
export const openPgBoss: OpenQueue = async ({ databaseUrl }, onJob) => {
  const boss = new PgBoss({ connectionString: databaseUrl, useListenNotify: true })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  await boss.createQueue(NAME, { notify: true })
  const options = { batchSize: 100, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 }
  return {
    name: 'pg-boss, notified, batches of 100',
    enqueue: (job) => boss.send(NAME, { job }),
    start: async () => {
      await boss.work<Payload>(NAME, options, async (jobs) => {
        for (const { data } of jobs) onJob(data.job)
      })
    },
    stop: async () => {
      await boss.offWork(NAME)
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** With a local queue and batched completion, as its documentation advises for many short jobs. */
export const openGraphileWorker: OpenQueue = async ({ databaseUrl }, onJob) => {
  const logger = new Logger(() => () => {})
  const preset = {
    worker: {
      connectionString: databaseUrl,
      concurrentJobs: 10,
      localQueue: { size: 100 },
      completeJobBatchDelay: 0,
    },
  }
  const utils = await makeWorkerUtils({ preset, logger })
  await utils.migrate()
  let runner: Runner | undefined
  const taskList = {
    // The payload is the one below.
    [NAME]: async (payload: unknown) => onJob((payload as Payload).job),
  }
  return {
    name: 'graphile-worker, local queue of 100',
    enqueue: (job) => utils.addJob(NAME, { job }),
    start: async () => {
      runner = await run({ preset, taskList, logger, noHandleSignals: true })
      // It handles jobs after it listens.
      await sleep(100)
    },
    stop: async () => {
      await runner?.stop()
    },
    close: async () => {
      await utils.release()
    },
  }
}
