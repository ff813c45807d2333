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

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths: REDACTED, censor: '[redacted]' } }
  return destination ? pino(options, destination) : pino(options)
}
