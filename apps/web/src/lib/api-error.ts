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
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
