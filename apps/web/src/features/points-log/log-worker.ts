import type { WorkerReply, WorkerRequest } from './log-client.ts'
import { logCrypto } from '#/lib/log-crypto.ts'
import { logActions } from './verify.ts'

/** The parts of the worker scope that this worker uses; the DOM types of the page do not include it. */
type WorkerScope = {
  addEventListener: (
    kind: 'message',
    listener: (event: MessageEvent<WorkerRequest>) => void,
  ) => void
  postMessage: (reply: WorkerReply) => void
}

// `self` is typed as a window here because page and worker share the DOM types.
const scope = self as unknown as WorkerScope

const actions = logActions(logCrypto)

scope.addEventListener('message', ({ data: { id, action, input } }) => {
  // The request type binds the input to the action; indexing the table by action loses this relation.
  const run = actions[action] as (input: unknown) => unknown
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its page
  scope.postMessage({ id, output: run(input) })
})
