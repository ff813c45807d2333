import { actions } from './actions.ts'
import { problemOf } from './problem.ts'
import type { VaultReply, VaultRequest } from './protocol.ts'

/**
 * The parts of the worker scope that this worker uses; the DOM types of the page do not include it.
 */
type WorkerScope = {
  addEventListener: (kind: 'message', listener: (event: MessageEvent<VaultRequest>) => void) => void
  postMessage: (reply: VaultReply) => void
}

// `self` is typed as a window here because page and worker share the DOM types.
const scope = self as unknown as WorkerScope

scope.addEventListener('message', ({ data }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its page
  void answer(data).then((reply) => scope.postMessage(reply))
})

/** Returns only a code when an action fails, because a message or stack could contain a secret. */
async function answer({ id, action, input }: VaultRequest): Promise<VaultReply> {
  try {
    // The request type binds the input to the action; indexing the table by action loses this
    // relation.
    const run = actions[action] as (input: unknown) => Promise<unknown>
    return { id, ok: true, output: await run(input) }
  } catch (cause) {
    return { id, ok: false, problem: problemOf(cause) }
  }
}
