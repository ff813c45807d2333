import { trustedScriptUrl } from '#/lib/trusted-url.ts'
// oxlint-disable-next-line import/default -- the bundler's word for the address of a worker
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
    // Not passed on: what a worker says when it breaks is nobody's to read.
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

/** Starts the worker, which takes a moment, while the member still enters what opens the wallet. */
export function prepareWorker(): void {
  worker ??= startWorker()
}

/** A worker that was never started has nothing to forget. */
export async function discardDraft(): Promise<void> {
  if (worker) await callWorker('dropDraft', undefined)
}

/** Asks the worker; keys in the input are handed over and gone from the page. */
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
      // The worker's table of actions gives what the action's type says.
      resolve: (output) => resolve(output as VaultActions[Action]['output']),
      reject,
    })
    target.postMessage({ id, action, input }, { transfer: keysIn(input) })
  })
}

function keysIn(input: unknown): ArrayBuffer[] {
  if (input instanceof Uint8Array) return [input.buffer as ArrayBuffer] // Made by us, never shared.
  if (typeof input !== 'object' || input === null) return []
  return Object.values(input).flatMap(keysIn)
}
