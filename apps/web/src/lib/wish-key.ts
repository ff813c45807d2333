import { Code } from '@solstice/contract/codes'
import { ApiError } from './api-error.ts'
import { onSignOut } from './sign-out.ts'

/** By what was wished for, in full: the same wish again is the same call, another one is not. */
const keys = new Map<string, string>()

onSignOut(() => keys.clear())

/**
 * The idempotency key of a wish. Until it came true it stays the same, also for who left the screen and
 * came back: whatever reached the server counts once. A "no" does not end it, because it may have come
 * (from a limit, a PIN, maintenance) to another try of what had worked.
 */
export function keyOfWish(...wish: readonly unknown[]): string {
  const name = JSON.stringify(wish)
  const key = keys.get(name) ?? crypto.randomUUID()
  keys.set(name, key)
  return key
}

/**
 * Nobody knows: it may have worked. Nothing came back, or a fault did, or the page of a proxy whose
 * server was gone, or words that are not ours where a "yes" should be.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, status } = error
  return code === undefined ? status < 400 || status >= 500 : code === Code.SERVER_ERROR
}

/** It came true: whoever wishes for the same again means one more. */
export function endWish(...wish: readonly unknown[]): void {
  keys.delete(JSON.stringify(wish))
}
