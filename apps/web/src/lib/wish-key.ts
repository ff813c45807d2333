import { ApiError } from './api-error.ts'
import { onSignOut } from './sign-out.ts'

/** By what was wished for, in full: the same wish again is the same call, another one is not. */
const keys = new Map<string, string>()

onSignOut(() => keys.clear())

/**
 * The idempotency key of a wish. While no answer came it stays the same, also for who left the screen
 * and came back: whatever reached the server counts once.
 */
export function keyOfWish(...wish: readonly unknown[]): string {
  const name = JSON.stringify(wish)
  const key = keys.get(name) ?? crypto.randomUUID()
  keys.set(name, key)
  return key
}

/** Nothing came back, so that nobody knows: it may have worked. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

/** An answer came: whoever wishes for the same again means one more. */
export function endWish(...wish: readonly unknown[]): void {
  keys.delete(JSON.stringify(wish))
}
