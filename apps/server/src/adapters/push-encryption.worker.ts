import { parentPort } from 'node:worker_threads'
import type { EncryptedPart, PushPart } from './push-encrypter.ts'
import { encryptPush, type PushKeys } from './push-encryption.ts'

/** Encrypts in a separate thread, so that the main thread sends pushes and responds meanwhile. */
parentPort?.on('message', ({ id, messages }: PushPart) => {
  const bodies = messages.map(({ plaintext, keys }) => encryptOrNull(plaintext, keys))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ id, bodies } satisfies EncryptedPart)
})

/** Returns null if the keys are not a point of the curve. */
function encryptOrNull(plaintext: Uint8Array, keys: PushKeys): Uint8Array | null {
  try {
    // Copy the bytes, because a small buffer would be posted with its whole pool.
    return new Uint8Array(encryptPush(Buffer.from(plaintext), keys))
  } catch {
    return null
  }
}
