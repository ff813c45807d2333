import { Worker } from 'node:worker_threads'
import type { PushKeys } from './push-encryption.ts'

type PlainMessage = { plaintext: Uint8Array; keys: PushKeys }

/** Messages for the worker, and its response with a body or null for each of them. */
export type PushPart = { id: number; messages: readonly PlainMessage[] }
export type EncryptedPart = { id: number; bodies: readonly (Uint8Array | null)[] }

export type PushEncrypter = {
  /** Returns the encrypted body, or null if the keys are invalid. Rejects if the worker fails. */
  encrypt: (plaintext: Uint8Array, keys: PushKeys) => Promise<Uint8Array | null>
  close: () => Promise<void>
}

type Waiting = PlainMessage & {
  resolve: (body: Uint8Array | null) => void
  reject: (error: unknown) => void
}

/** Few enough that the first messages are sent while the worker encrypts the next ones. */
const PART = 32

const WORKER = new URL('./push-encryption.worker.ts', import.meta.url)

/**
 * Encrypts pushes in a worker thread, in parts of those requested in the same turn. The worker is
 * started with the first part, and again with the next part after it failed.
 */
export function pushEncrypter(file: URL = WORKER): PushEncrypter {
  let next: Waiting[] = []
  let lastId = 0
  let running: { worker: Worker; parts: Map<number, readonly Waiting[]> } | undefined

  function start() {
    const worker = new Worker(file)
    const started = { worker, parts: new Map<number, readonly Waiting[]>() }
    const fail = (error: unknown): void => {
      if (running === started) running = undefined
      for (const { reject } of [...started.parts.values()].flat()) reject(error)
      started.parts.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The worker that encrypts pushes ended')))
    worker.on('message', ({ id, bodies }: EncryptedPart) => {
      const part = started.parts.get(id) ?? []
      started.parts.delete(id)
      // The process may end while nothing waits for the worker.
      if (started.parts.size === 0) worker.unref()
      part.forEach(({ resolve }, index) => resolve(bodies[index] ?? null))
    })
    return started
  }

  function flush(): void {
    const messages = next
    next = []
    for (let from = 0; from < messages.length; from += PART) {
      const part = messages.slice(from, from + PART)
      try {
        post(part)
      } catch (error) {
        for (const { reject } of part) reject(error)
      }
    }
  }

  function post(part: readonly Waiting[]): void {
    const { worker, parts } = (running ??= start())
    lastId += 1
    const messages = part.map(({ plaintext, keys }) => ({ plaintext, keys }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id: lastId, messages } satisfies PushPart)
    parts.set(lastId, part)
    worker.ref()
  }

  return {
    encrypt: (plaintext, { p256dh, auth }) =>
      new Promise((resolve, reject) => {
        if (next.length === 0) setImmediate(flush)
        // Copy the bytes, because the worker would receive the whole pool of a small buffer. The
        // keys may have further fields, which the worker does not need.
        const copy = new Uint8Array(plaintext)
        next.push({ plaintext: copy, keys: { p256dh, auth }, resolve, reject })
      }),
    close: async () => {
      await running?.worker.terminate()
    },
  }
}
