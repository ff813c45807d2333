import { pino, type DestinationStream, type LogFn, type Logger, type LoggerOptions } from 'pino'
import { DEVICE_PROOF_HEADER } from '@solstice/contract/device-proof'
import { boundedFields } from './log-fields.ts'
import { boundedText, UNTRUSTED_TEXT_MAX } from './untrusted-text.ts'

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

/** Redacts everything that carries a secret before a line is written. Bodies are never logged. */
const REDACTED = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-pin-token"]',
  `req.headers.${DEVICE_PROOF_HEADER}`,
  'res.headers["set-cookie"]',
  ...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
]

type Fault = {
  type: string
  message: string
  /**
   * The error's own code, from the system or the database. It is not called `code`, because that
   * name is redacted as a mailed code.
   */
  fault?: string | number
  constraint?: string
  stack?: string
  cause?: Fault
}

const CAUSES_MAX = 5
const FRAMES_MAX = 30
const FRAMES_MAX_LENGTH = 8000

/**
 * Describes an error without its values: the query builder puts every parameter into its message,
 * including addresses, hashes and sealed keys, and a mail server repeats the rejected address. The
 * message is truncated first, because its sender controls its length.
 */
export function describeFault(error: unknown, causes = CAUSES_MAX): Fault {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const cause = error.cause instanceof Error && causes > 0 ? error.cause : undefined
  if ('params' in error) {
    if (!cause) return { type: boundedText(error.name), message: 'a statement failed' }
    return describeFault(cause, causes - 1)
  }
  const fault = faultOf(error)
  const message = withoutValues(boundedText(error.message), fault)
  return {
    type: boundedText(error.name),
    message,
    ...(fault === undefined ? {} : { fault }),
    ...('constraint' in error ? { constraint: boundedText(String(error.constraint)) } : {}),
    ...(error.stack === undefined ? {} : { stack: stackWithMessage(message, error) }),
    ...(cause === undefined ? {} : { cause: describeFault(cause, causes - 1) }),
  }
}

function faultOf(error: Error): string | number | undefined {
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'string') return boundedText(code)
  return typeof code === 'number' ? code : undefined
}

/** PostgreSQL's class 22, whose messages quote the rejected value. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

function withoutValues(message: string, fault: string | number | undefined): string {
  const unquoted = DATA_EXCEPTION.test(String(fault)) ? withoutQuoted(message) : message
  return withoutAddresses(unquoted)
}

function withoutQuoted(message: string): string {
  const [begin, end] = [message.indexOf('"'), message.lastIndexOf('"')]
  // A truncated quote is a value as well.
  if (begin < 0) return message
  return `${message.slice(0, begin)}[value]${begin === end ? '' : message.slice(end + 1)}`
}

/** Works word by word, because a pattern that searches for the @ takes quadratic time. */
function withoutAddresses(message: string): string {
  return message.replace(/[^\s<>]+/g, (word) => (word.includes('@') ? '[address]' : word))
}

/** Replaces the message at the start of the stack, which may be long and have several lines. */
function stackWithMessage(message: string, error: Error): string {
  const { name, stack = '' } = error
  const begin = stack.slice(0, UNTRUSTED_TEXT_MAX).indexOf(': ') + 2
  const end = stack.startsWith(error.message, begin) ? begin + error.message.length : 0
  const frames = stack
    .slice(end, end + FRAMES_MAX_LENGTH)
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, FRAMES_MAX)
  return [`${boundedText(name)}: ${message}`, ...frames].join('\n')
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: (error: unknown) => describeFault(error) },
    formatters: { log: boundedFields },
    hooks: { logMethod: boundMessage },
    redact: { paths: REDACTED, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

function boundMessage(this: Logger, given: Parameters<LogFn>, write: LogFn): void {
  const bounded = given.map((each: unknown) =>
    typeof each === 'string' ? boundedText(each) : each,
  ) as Parameters<LogFn> // The same arguments with shorter texts.
  write.apply(this, bounded)
}
