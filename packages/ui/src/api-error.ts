import { Code } from '@solstice/contract/codes'

/**
 * A refusal or a fault. Without an envelope (no network, a proxy's page) it has no code and no
 * message.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number | undefined
  /** 0 if there was no reply. */
  readonly status: number
  /** The server's message in the member's language; empty if there was none. */
  readonly msg: string
  readonly data: unknown
  /** Finds the request in the server's log; undefined without a reply. */
  readonly requestId: string | undefined

  constructor(
    reply: {
      code?: number
      status: number
      msg?: string
      data?: unknown
      requestId?: string | undefined
    },
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
    this.requestId = reply.requestId
  }
}

export function codeOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.code : undefined
}

/** Prefers the server's message; `otherwise` is the catalogue's text for the failed action. */
export function messageOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.msg) || otherwise
}

/** Returns true for a lost or failed call; repeating a refused call cannot help. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/**
 * Returns true if the outcome is unknown because no valid server reply arrived: no reply, a fault,
 * a proxy's page, or a success status without an envelope.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, status } = error
  return code === undefined ? status < 400 || status >= 500 : code === Code.SERVER_ERROR
}
