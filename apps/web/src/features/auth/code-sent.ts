import { ApiError } from '@solstice/ui/api-error.ts'

/**
 * The expiry of a mailed code and the time when another can be requested, on the server's clock.
 */
export type CodeSent = { expiresAtMs: number; resendAtMs: number }

export function readCodeSent(reply: { expiresAt: string; resendAt: string }): CodeSent {
  return { expiresAtMs: Date.parse(reply.expiresAt), resendAtMs: Date.parse(reply.resendAt) }
}

type Reply = Parameters<typeof readCodeSent>[0]

/** Returns the times of the earlier code when another was rejected because one was just sent. */
export function earlierCode(error: unknown): Reply | undefined {
  const data = error instanceof ApiError ? (error.data as Partial<Reply> | null) : null
  return typeof data?.expiresAt === 'string' && typeof data.resendAt === 'string'
    ? { expiresAt: data.expiresAt, resendAt: data.resendAt }
    : undefined
}

export function secondsUntil(instant: string, nowMs: number): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - nowMs) / 1000))
}
