import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

const SECRET_FIELDS = [
  'password',
  'newPassword',
  'currentPassword',
  'code',
  'completeCode',
  'token',
  'proof',
  'pinToken',
  'blinded',
  'evaluated',
]

/** Whatever carries a secret is cut out before a line is written. Bodies are never logged at all. */
const REDACTED = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-pin-token"]',
  'res.headers["set-cookie"]',
  ...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
]

type Fault = {
  type: string
  message: string
  /** The error's own code, as of the system or the database. `code` is what members are mailed. */
  fault?: string | number
  constraint?: unknown
  stack?: string
  cause?: Fault
}

/**
 * What went wrong, without what it went wrong with: the query builder puts every parameter of a
 * statement into its message, and those are addresses, hashes and sealed keys; a mail server repeats
 * whom it refused.
 */
export function describeFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  if ('params' in error && error.cause instanceof Error) return describeFault(error.cause)
  const code = 'code' in error ? error.code : undefined
  const fault = typeof code === 'string' || typeof code === 'number' ? code : undefined
  const message = withoutValues(error.message, fault)
  return {
    type: error.name,
    message,
    ...(fault === undefined ? {} : { fault }),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    ...(error.stack === undefined ? {} : { stack: stackUnder(message, error) }),
    ...(error.cause instanceof Error ? { cause: describeFault(error.cause) } : {}),
  }
}

/** PostgreSQL's class 22: what it quotes is the value that it could not take. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

function withoutValues(message: string, fault: string | number | undefined): string {
  const told = DATA_EXCEPTION.test(String(fault)) ? message.replace(/".*"/s, '[value]') : message
  return told.replace(/[^\s<@]+@[^\s>]+/g, '[address]')
}

/** A stack begins with the message as it was. */
function stackUnder(message: string, { name, stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line))
  return [`${name}: ${message}`, ...frames].join('\n')
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describeFault },
    redact: { paths: REDACTED, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
