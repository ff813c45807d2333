import type { Address } from '@solstice/rules/address'
import type { MarketPrice } from '@solstice/rules/price'
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

/** The node of one network. Rejects with a `ChainError` for an error, for no result and for no answer. */
export type ChainNode = { call: (method: string, params: readonly unknown[]) => Promise<unknown> }

export type Chains = {
  node: (network: { chainId: number; rpcUrl: string }) => ChainNode
  /** Play money for a new wallet, where there are local chains. */
  welcome?: (address: Address) => Promise<void>
}

/** What an explorer says, in the form of the well-known explorer API. */
export type ExplorerReply = {
  status: string
  message: string
  result: string | Record<string, string> | Record<string, string>[]
}

/** A public explorer. Rejects when it does not answer. */
export type Explorer = { ask: (query: Readonly<Record<string, string>>) => Promise<ExplorerReply> }

/** What coins and tokens cost, as far as the source knows them. Rejects when it does not answer. */
export type PriceSource = {
  prices: (symbols: readonly string[]) => Promise<ReadonlyMap<string, MarketPrice>>
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
  chains: Chains
  explorer: Explorer
  prices: PriceSource
  settings: Settings
  log: Logger
}
