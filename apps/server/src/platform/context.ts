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

export type OnChainCheck =
  | { kind: 'HOLDS'; contract: string | null; minUnits: bigint }
  | { kind: 'CALLED'; contract: string; selector: string }

/** Reads the chain. Rejects when it cannot be reached, which proves nothing either way. */
export type OnChainProofs = {
  isFulfilled: (chainId: number, address: string, check: OnChainCheck) => Promise<boolean>
}

export type PayoutRequest = {
  /** The same key pays once. */
  key: string
  memberId: number
  address: string
  symbol: string
  /** In the smallest unit of the token. */
  amount: bigint
}

/** Sends tokens to members. Only asks for it inside the caller's transaction; sending comes later. */
export type Payouts = { request: (tx: Db, payout: PayoutRequest) => Promise<void> }

/** What an operator of the installation may choose. */
export type Settings = {
  /** Limits per address are this much wider where everybody comes from one machine. */
  ipLimitFactor: number
  /** Keeps seasons coming with made-up members in them, so that there is always something to see. */
  demo?: boolean
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
  /** Under another key again. */
  spinSealer: Sealer
  passwords: PasswordHasher
  onChainProofs: OnChainProofs
  payouts: Payouts
  mailer: Mailer
  settings: Settings
  log: Logger
}
