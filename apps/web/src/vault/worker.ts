import { actions } from './actions.ts'
import { problemOf } from './problem.ts'
import type { VaultReply, VaultRequest } from './protocol.ts'

/** As much of a worker's surroundings as this one uses; the page's own types have no word for it. */
type WorkerScope = {
  addEventListener: (kind: 'message', listener: (event: MessageEvent<VaultRequest>) => void) => void
  postMessage: (reply: VaultReply) => void
}

// `self` is typed as a window here: the web's types serve page and worker alike.
const scope = self as unknown as WorkerScope

scope.addEventListener('message', ({ data }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its page
  void answer(data).then((reply) => scope.postMessage(reply))
})

/** One word goes out when something fails: a message or a stack could carry what is kept here. */
async function answer({ id, action, input }: VaultRequest): Promise<VaultReply> {
  try {
    // The request's type binds input to action; a table indexed by the action forgets it.
    const run = actions[action] as (input: unknown) => Promise<unknown>
    return { id, ok: true, output: await run(input) }
  } catch (cause) {
    return { id, ok: false, problem: problemOf(cause) }
  }
}
