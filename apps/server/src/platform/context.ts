import type { PushMessage } from '@solstice/contract/push.schemas'
import type { PushUrgency } from '@solstice/rules/alert'
import type { Db } from './db.ts'
import type { Logger } from './logger.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Keys, LastingPurpose } from './keys.ts'
import type { Sealer } from './seal.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** The same for programs that show more than text. */
  html: string
  /** The code inside the text, told apart so that the development mailbox can show it. */
  code?: string
}

/** Resolves when the mail has been handed over; rejects when it has not. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** A message and how the push service may treat it: how long, how soon, and what it replaces. */
export type PushEnvelope = {
  message: PushMessage
  ttlSeconds: number
  urgency: PushUrgency
  /** At most 32 characters of letters, digits, - and _. */
  topic: string
}

export type PushOutcome =
  | { kind: 'sent' }
  /** The device no longer wants pushes: it is forgotten. */
  | { kind: 'gone' }
  /** The service is down, or it has enough of this one device. */
  | {
      kind: 'later'
      scope: 'device' | 'service'
      reason: string
      retryAfterMs: number | undefined
    }
  /** This message will never be taken. */
  | { kind: 'refused'; reason: string }

/** Hands messages to the browsers' push services. Never throws: every end has a name. */
export type Push = {
  publicKey: string
  /** Whether this may be where a device receives pushes. */
  accepts: (endpoint: string) => boolean
  send: (target: PushTarget, envelope: PushEnvelope) => Promise<PushOutcome>
}

/** What an operator of the installation may choose. */
export type Settings = {
  /** Limits per address are this much wider where everybody comes from one machine. */
  ipLimitFactor: number
  /** The project whose remote flag the app reads instead of this server's. */
  firebaseProject?: string | undefined
}

/** Everything a service may need from outside. A function names its share of it with `Pick`. */
export type AppContext = {
  db: Db
  now: () => Date
  randomBytes: (count: number) => Uint8Array
  keys: Keys
  lastingKeys: Keys<LastingPurpose>
  /** Under a key of its own, which is never in the database. */
  pinSealer: Sealer
  passwords: PasswordHasher
  mailer: Mailer
  push: Push
  settings: Settings
  log: Logger
}
