import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Whatever carries a secret is cut out before a line is written. Bodies are never logged at all. */
const REDACTED = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-pin-token"]',
  'res.headers["set-cookie"]',
  '*.password',
  '*.newPassword',
  '*.currentPassword',
  '*.code',
  '*.completeCode',
  '*.token',
  '*.proof',
  '*.pinToken',
  '*.blinded',
  '*.evaluated',
]

type Fault = {
  type: string
  message: string
  code?: unknown
  constraint?: unknown
  stack?: string
  cause?: Fault
}

/**
 * What went wrong, without what it went wrong with: the query builder puts every parameter of a
 * statement into its message, and those are addresses, hashes and sealed keys.
 */
export function describeFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  if ('params' in error && error.cause instanceof Error) return describeFault(error.cause)
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause instanceof Error ? { cause: describeFault(error.cause) } : {}),
  }
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describeFault },
    redact: { paths: REDACTED, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
