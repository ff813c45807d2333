import { trustedScriptUrl } from '#/lib/trusted-url.ts'
// oxlint-disable-next-line import/default -- Vite's `?worker&url` import returns the URL of the worker
import workerUrl from './worker.ts?worker&url'
import { VaultError } from './problem.ts'
import type { VaultAction, VaultActions, VaultReply } from './protocol.ts'

type Waiting = { resolve: (output: unknown) => void; reject: (cause: unknown) => void }

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

function startWorker(): Worker {
  const started = new Worker(trustedScriptUrl('solstice-vault', workerUrl), {
    type: 'module',
    name: 'solstice-vault',
  })
  started.addEventListener('message', ({ data }: MessageEvent<VaultReply>) => {
    const pending = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) pending?.resolve(data.output)
    else pending?.reject(new VaultError(data.problem))
  })
  started.addEventListener('error', (event) => {
    // Suppress the event: the error text of the worker could contain secrets.
    event.preventDefault()
    stopWorker()
  })
  return started
}

function stopWorker(): void {
  worker?.terminate()
  worker = undefined
  for (const { reject } of waiting.values()) reject(new VaultError('fault'))
  waiting.clear()
}

/** Starts the worker early, while the member still enters the PIN or uses the passkey. */
export function prepareWorker(): void {
  worker ??= startWorker()
}

/** Drops the draft; a worker that was never started has none. */
export async function discardDraft(): Promise<void> {
  if (worker) await callWorker('dropDraft', undefined)
}

/**
 * Sends an action to the worker. Keys in the input are transferred, so the page no longer holds
 * them.
 */
export function callWorker<Action extends VaultAction>(
  action: Action,
  input: VaultActions[Action]['input'],
): Promise<VaultActions[Action]['output']> {
  worker ??= startWorker()
  lastId += 1
  const id = lastId
  const target = worker
  return new Promise((resolve, reject) => {
    waiting.set(id, {
      // The worker's action table returns the output type of the action.
      resolve: (output) => resolve(output as VaultActions[Action]['output']),
      reject,
    })
    target.postMessage({ id, action, input }, { transfer: keysIn(input) })
  })
}

function keysIn(input: unknown): ArrayBuffer[] {
  if (input instanceof Uint8Array) return [input.buffer as ArrayBuffer] // Created by us, never shared.
  if (typeof input !== 'object' || input === null) return []
  return Object.values(input).flatMap(keysIn)
}
