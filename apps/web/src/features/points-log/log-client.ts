import { trustedScriptUrl } from '#/lib/trusted-url.ts'
import type { LogAction, LogActions } from './verify.ts'
// oxlint-disable-next-line import/default -- Vite's `?worker&url` import returns the URL of the worker
import workerUrl from './log-worker.ts?worker&url'

export type WorkerRequest = { id: number; action: LogAction; input: unknown }
export type WorkerReply = { id: number; output: unknown }

/** Runs an action in the worker. */
export type RunLogAction = <Action extends LogAction>(
  action: Action,
  input: LogActions[Action]['input'],
) => Promise<LogActions[Action]['output']>

/** Provides a worker for the duration of a check; it needs no memory afterwards. */
export async function withLogWorker<Result>(
  check: (run: RunLogAction) => Promise<Result>,
): Promise<Result> {
  const worker = new Worker(trustedScriptUrl('solstice-log', workerUrl), {
    type: 'module',
    name: 'solstice-log',
  })
  const failure = Promise.withResolvers<never>()
  worker.addEventListener('error', () => failure.reject(new Error('The worker failed')))
  let lastId = 0
  const run: RunLogAction = (action, input) => {
    lastId += 1
    const id = lastId
    return new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
        // The worker's action table returns the output type of the action.
        if (data.id === id) resolve(data.output as never)
      })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage({ id, action, input })
    })
  }
  try {
    return await Promise.race([check(run), failure.promise])
  } finally {
    worker.terminate()
  }
}
