import { Code } from '@solstice/contract/codes'

/** A refusal or a fault. Without an envelope (no network, a proxy's page) there is no code and no sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number | undefined
  /** 0 when no reply came. */
  readonly status: number
  /** The server's sentence in the member's language; empty when it had none. */
  readonly msg: string
  readonly data: unknown

  constructor(
    reply: { code?: number; status: number; msg?: string; data?: unknown },
    options?: ErrorOptions,
  ) {
    super(
      reply.msg || `Call failed (status ${reply.status}, code ${reply.code ?? 'none'})`,
      options,
    )
    this.code = reply.code
    this.status = reply.status
    this.msg = reply.msg ?? ''
    this.data = reply.data
  }
}

export function codeOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.code : undefined
}

/** The server's sentence wins; `otherwise` is the catalogue's text of the action that failed. */
export function messageOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.msg) || otherwise
}

/** Repeating a refused call cannot help; a lost or faulty one may work the next time. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/**
 * The outcome is unknown, since no reply of the server came: nothing, a fault, the page of a proxy, or
 * something else than an envelope where a success should be.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, status } = error
  return code === undefined ? status < 400 || status >= 500 : code === Code.SERVER_ERROR
}
