import type { Address } from '@solstice/rules/address'
import type { MarketPrice } from '@solstice/rules/price'
import type { LimitName } from '@solstice/contract/limits'
import type { PushMessage } from '@solstice/contract/push.schemas'
import type { PushUrgency } from '@solstice/rules/alert'
import type { SignerReason } from '@solstice/rules/signer'
import type { Db } from './db.ts'
import type { FaultPoint } from './fault-points.ts'
import type { Logger } from './logger.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Keys, LastingPurpose } from './keys.ts'
import type { Sealer } from './seal.ts'
import type { SharedValues } from './shared.ts'

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

/** What the treasury pays for. Each has somebody who hears how it went: `payout-purposes.ts`. */
/** CANCEL uses up the nonce of a payout that was not signed; nobody asks for one. */
export type PayoutPurpose = 'WITHDRAWAL' | 'REFUND' | 'REWARD' | 'CANCEL'

export type PayoutRequest = {
  purpose: Exclude<PayoutPurpose, 'CANCEL'>
  /** What it is for, such as `withdrawal:17`. The same key pays once, unless that payout failed. */
  key: string
  memberId: number
  /** Fixed from here on, whatever wallet the member has later. */
  address: string
  symbol: string
  decimals: number
  /** In the smallest unit of the token, of so many decimals. */
  amount: bigint
  /** Where it is paid; left out, on the first network that has the token with these decimals. */
  chainId?: number
  /** The token there; null is the network's own coin. Left out, the one of this symbol. */
  contract?: string | null
}

/**
 * Sends tokens to members. Asks for it inside the caller's transaction, together with the debit;
 * sending comes later. The number is the payout's, for whoever wants to show how it stands.
 */
export type Payouts = { request: (tx: Db, payout: PayoutRequest) => Promise<number> }

/** What the treasury signs: one call with everything that decides its bytes. */
export type TreasuryTransaction = {
  chainId: number
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  to: Address
  value: bigint
  data: `0x${string}`
}

/** The treasury's key. Only the signer has it. The same transaction has the same bytes. */
export type TreasuryKey = {
  address: Address
  sign: (transaction: TreasuryTransaction) => Promise<`0x${string}`>
}

export type SignerRefusal = {
  kind: 'refused'
  why: SignerReason | 'UNKNOWN' | 'INVALID' | 'STOPPED' | 'OTHER_ACCOUNT' | 'CHANGED'
  /** When it is worth another try, where the signer knows. */
  until?: Date | undefined
}

/**
 * Signs payouts by their id, within limits of its own: it reads them itself, and never signs bytes
 * that it is given. Rejects with a `SignerError` when it does not answer.
 */
export type TreasurySigner = {
  address: Address
  /** Before a payout gets its nonce: counts it against the hard limits, so that it can be signed. */
  admit: (payout: {
    payoutId: number
    gas: bigint
    maxFeePerGas: bigint
  }) => Promise<{ kind: 'admitted' } | SignerRefusal>
  /**
   * The bytes of one attempt. The same attempt has the same bytes. A signer in this process reads the
   * payout within the given transaction, which may hold the only connection.
   */
  sign: (
    attempt: { payoutId: number; attempt: number },
    tx?: Db,
  ) => Promise<{ kind: 'signed'; raw: `0x${string}` } | SignerRefusal>
}

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
export type Explorer = { query: (query: Readonly<Record<string, string>>) => Promise<ExplorerReply> }

/** What coins and tokens cost, as far as the source knows them. Rejects when it does not answer. */
export type PriceSource = {
  prices: (symbols: readonly string[]) => Promise<ReadonlyMap<string, MarketPrice>>
}

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

/** How a job, or the sending of a push, came to its end. */
export type JobEnd = 'done' | 'failed' | 'dead'

/**
 * What happens in this process, counted for those who watch it. Only names of ours: no path, no
 * address, nobody's id.
 */
export type Metrics = {
  replied: (reply: {
    method: string
    /** The pattern, such as `/v1/private/seasons/:seasonId`. */
    route: string
    status: number
    /** Of the envelope; empty where the reply is none. */
    code: string
    seconds: number
  }) => void
  limitHit: (name: LimitName) => void
  jobEnded: (kind: string, end: JobEnd, seconds: number) => void
  pushEnded: (end: PushOutcome['kind']) => void
}

/** How things stand at the moment of a look: a gauge with a value for each of its labels. */
export type Reading = {
  name: string
  help: string
  values: readonly { labels: Readonly<Record<string, string>>; value: number }[]
}

/** What an operator of the installation may choose. */
export type Settings = {
  /** Limits per address are this much wider where everybody comes from one machine. */
  ipLimitFactor: number
  /** Where members open the app; links in mails begin with it. */
  appOrigin: string
  /** Where members write to; mails and refusals name it. */
  supportEmail: string
  /** Keeps seasons coming with made-up members in them, so that there is always something to see. */
  demo?: boolean
  /** Nodes on other machines are reached by https only: who is on the way could make up payments. */
  refusePlainNodes?: boolean
  /** How often the public explorer is asked in a day for whoever calls. */
  explorerCallsPerDay?: number
  /** The project whose remote flag the app reads instead of this server's. */
  firebaseProject?: string | undefined
}

/** Everything a service may need from outside. A function names its share of it with `Pick`. */
export type AppContext = {
  db: Db
  /** Caches and queues of this process, by their definitions. */
  shared: SharedValues
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
  /** Without one nothing is paid in or out on chains. */
  treasury: TreasurySigner | undefined
  mailer: Mailer
  chains: Chains
  explorer: Explorer
  prices: PriceSource
  push: Push
  settings: Settings
  /** Where nobody watches, nothing is counted. */
  metrics?: Metrics | undefined
  /** Told where the process is, by whoever must survive its end there. Fault runs only. */
  passes?: ((point: FaultPoint) => void) | undefined
  log: Logger
}
