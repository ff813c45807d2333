import type { Address } from '@solstice/rules/address'
import type { MarketPrice } from '@solstice/rules/price'
import type { LimitName } from '@solstice/contract/limits'
import type { PushMessage } from '@solstice/contract/push.schemas'
import type { PushUrgency } from '@solstice/rules/alert'
import type { MEMBER_PURPOSES } from '@solstice/rules/payout'
import type { FallbackReason, Lag, Position } from '@solstice/rules/replica'
import type { SignerReason } from '@solstice/rules/signer'
import type { Db } from './db.ts'
import type { FaultPoint } from './fault-points.ts'
import type { Logger } from './logger.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Keys, LastingPurpose, LogPurpose } from './keys.ts'
import type { Sealer } from './seal.ts'
import type { SharedValues } from './shared.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** The same content for clients that show more than text. */
  html: string
  /** The code in the text, given separately so that the development mailbox can show it. */
  code?: string
}

/** Resolves when the mail has been sent; rejects when it has not. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

export type OnChainCheck =
  | { kind: 'HOLDS'; contract: string | null; minUnits: bigint }
  | { kind: 'CALLED'; contract: string; selector: string }

/** The facts that decide a check: a balance in the smallest unit, or transactions. */
type OnChainReading =
  | { fulfilled: boolean; kind: 'HOLDS'; units: bigint }
  | { fulfilled: boolean; kind: 'CALLED'; transactions: number }

/** Reads the chain. Rejects when it cannot be reached, which proves nothing either way. */
export type OnChainProofs = {
  read: (chainId: number, address: string, check: OnChainCheck) => Promise<OnChainReading>
}

export type PayoutRequest = {
  /** Each purpose has a listener for the result: `payout-purposes.ts`. */
  purpose: (typeof MEMBER_PURPOSES)[number]
  /**
   * The subject of the payout, such as `withdrawal:17`. The same key pays once, unless that payout
   * failed.
   */
  key: string
  memberId: number
  /** Fixed from here on, even if the member changes the wallet later. */
  address: string
  symbol: string
  decimals: number
  /** In the smallest unit of the token, which has this many decimals. */
  amount: bigint
  /** The network of the payout; by default the first one that has the token with these decimals. */
  chainId?: number
  /** The token contract; null is the network's own coin. By default the one with this symbol. */
  contract?: string | null
}

/**
 * A call of a contract of the programme. The signer reads what it is about itself: a ROOT from its
 * row in `distribution_roots`, a CLAIM from the rows of `distribution_claims` that name the payout,
 * an ANCHOR from the checkpoint of this size, a RELAY from its row in `relay_sends`.
 */
export type CallRequest = {
  /** The same key is called once, unless that call failed. */
  key: string
  chainId: number
} & (
  | { purpose: 'DEPLOY'; creates: 'LOG_ANCHOR' | 'RELAY' }
  | { purpose: 'DEPLOY'; creates: 'DISTRIBUTOR'; token: string }
  | {
      purpose: 'FUND'
      contract: string
      token: { contract: string; symbol: string; decimals: number }
      /** In the smallest unit of the token. */
      amount: bigint
    }
  | { purpose: 'ROOT'; contract: string; subject: number }
  | { purpose: 'CLAIM'; contract: string }
  | { purpose: 'ANCHOR'; contract: string; subject: number }
  | { purpose: 'RELAY'; contract: string; subject: number; memberId: number }
)

/**
 * Requests token payouts to members, inside the caller's transaction together with the debit; they
 * are sent later. Returns the ids of the payouts, to show their state.
 */
export type Payouts = {
  request: (tx: Db, payout: PayoutRequest) => Promise<number>
  /** Requests any number of payouts with the same number of statements, and returns their ids. */
  requestAll: (tx: Db, payouts: readonly PayoutRequest[]) => Promise<number[]>
  /** Requests a call of a contract of the programme, and returns the id of its payout. */
  requestCall: (tx: Db, call: CallRequest) => Promise<number>
}

/** The transaction that the treasury signs, with everything that decides its bytes. */
export type TreasuryTransaction = {
  chainId: number
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** Undefined to create a contract. */
  to: Address | undefined
  value: bigint
  data: `0x${string}`
}

/**
 * The treasury's key, which only the signer has. Signing the same transaction returns the same
 * bytes.
 */
export type TreasuryKey = {
  address: Address
  sign: (transaction: TreasuryTransaction) => Promise<`0x${string}`>
}

export type SignerRefusal = {
  kind: 'refused'
  why:
    | SignerReason
    | 'UNKNOWN'
    | 'INVALID'
    | 'STOPPED'
    | 'OTHER_ACCOUNT'
    | 'CHANGED'
    /** The deadline of a send has passed, so that its call would fail. */
    | 'EXPIRED'
    /** The contract is none that this signer deployed. */
    | 'OTHER_CONTRACT'
    /** The root does not follow the last one that was signed, or gives more than was funded. */
    | 'WRONG_ROOT'
    /** The root is being computed, which takes seconds for many shares; ask again later. */
    | 'CHECKING'
  /** The time from which another attempt may succeed, if the signer knows it. */
  until?: Date | undefined
}

/**
 * Signs payouts by their id, within its own limits: it reads them itself, and never signs bytes
 * that it is given. Rejects with a `SignerError` when it does not answer.
 */
export type TreasurySigner = {
  address: Address
  /**
   * Counts a payout against the hard limits before it gets its nonce, so that it can be signed
   * later.
   */
  admit: (payout: {
    payoutId: number
    gas: bigint
    maxFeePerGas: bigint
  }) => Promise<{ kind: 'admitted' } | SignerRefusal>
  /**
   * Returns the bytes of one attempt, which are the same each time. A signer in this process reads
   * the payout within the given transaction, which may hold the only connection.
   */
  sign: (
    attempt: { payoutId: number; attempt: number },
    tx?: Db,
  ) => Promise<{ kind: 'signed'; raw: `0x${string}` } | SignerRefusal>
}

/**
 * The node of one network. Rejects with a `ChainError` for an error, a missing result and a missing
 * response.
 */
export type ChainNode = { call: (method: string, params: readonly unknown[]) => Promise<unknown> }

export type Chains = {
  node: (network: { chainId: number; rpcUrl: string }) => ChainNode
  /** Gives test funds to a new wallet, if there are local chains. */
  welcome?: (address: Address) => Promise<void>
  /** The account that sends them. */
  faucet?: Address
}

/** An explorer response, in the format of the common explorer API. */
export type ExplorerReply = {
  status: string
  message: string
  result: string | Record<string, string> | Record<string, string>[]
}

/** A public explorer. Rejects when it does not respond. */
export type Explorer = {
  query: (query: Readonly<Record<string, string>>) => Promise<ExplorerReply>
}

/** Returns the known prices of coins and tokens. Rejects when the source does not respond. */
export type PriceSource = {
  prices: (symbols: readonly string[]) => Promise<ReadonlyMap<string, MarketPrice>>
  /** Returns earlier prices. Only a source that computes its prices has it. */
  pricesAt?: (symbols: readonly string[], at: Date) => ReadonlyMap<string, MarketPrice>
}

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/**
 * A message with its delivery options for the push service: TTL, urgency, and the topic it
 * replaces.
 */
export type PushEnvelope = {
  message: PushMessage
  ttlSeconds: number
  urgency: PushUrgency
  /** At most 32 characters of letters, digits, - and _. */
  topic: string
}

export type PushOutcome =
  | { kind: 'sent' }
  /** The device no longer accepts pushes, so its subscription is deleted. */
  | { kind: 'gone' }
  /** The service is down, or it limits this device. */
  | {
      kind: 'later'
      scope: 'device' | 'service'
      reason: string
      retryAfterMs: number | undefined
    }
  /** The service will never accept this message. */
  | { kind: 'refused'; reason: string }

/** Sends messages to the browsers' push services. Never throws: every outcome is returned. */
export type Push = {
  publicKey: string
  /** Returns whether a device may receive pushes at this endpoint. */
  accepts: (endpoint: string) => boolean
  send: (target: PushTarget, envelope: PushEnvelope) => Promise<PushOutcome>
}

/**
 * The outcome of a run of a job. A long job is continued after each batch; a lost one was taken
 * over by another worker.
 */
export type JobEnd = 'done' | 'continued' | 'failed' | 'dead' | 'lost'

/**
 * Counts events of this process for monitoring. Labels are names of our own: no paths, no
 * addresses, no ids of members.
 */
export type Metrics = {
  replied: (reply: {
    method: string
    /** The route pattern, such as `/v1/private/seasons/:seasonId`. */
    route: string
    status: number
    /** The code of the envelope; empty for a response without one. */
    code: string
    seconds: number
  }) => void
  limitHit: (name: LimitName) => void
  jobEnded: (kind: string, end: JobEnd, seconds: number) => void
  pushEnded: (end: PushOutcome['kind']) => void
  /** A read that may use the replica was answered by it, or by the primary for this reason. */
  replicaRead: (outcome: 'use' | FallbackReason) => void
}

/** Posts messages to an address of the installation. Rejects when it does not accept one. */
export type Webhook = { post: (message: unknown, at: Date) => Promise<void> }

/** Signs the checkpoints of the points log. */
export type PointsLogSigner = {
  /** The name of the log: its address without the scheme. */
  origin: string
  publicKey: Uint8Array
  sign: (message: Uint8Array) => Uint8Array
}

/** A gauge read at scrape time, with a value for each combination of labels. */
export type Reading = {
  name: string
  help: string
  values: readonly { labels: Readonly<Record<string, string>>; value: number }[]
}

/** The settings that an operator of the installation may choose. */
export type Settings = {
  /** Multiplies limits per address for installations where all clients share one machine. */
  ipLimitFactor: number
  /** The origin at which members open the app; links in mails start with it. */
  appOrigin: string
  /** The origin of the operators' console; links in their mails start with it. */
  consoleOrigin: string
  /** The support address, which mails and refusals name. */
  supportEmail: string
  /** The address outside to which the checkpoints of the audit log are mailed. */
  auditMail?: string | undefined
  /** Keeps creating seasons with demo members, so that there is always something to see. */
  demo?: boolean
  /**
   * Requires https for nodes on other machines, because an attacker on the network could forge
   * payments.
   */
  refusePlainNodes?: boolean
  /** Lets every call run at once. Only tests may choose it. */
  approvals?: 'off'
  /** A round with more recipients is paid by a root of the distributor. */
  rewardRootAbove?: number
  /** The daily number of public explorer requests. */
  explorerCallsPerDay?: number
  /** The project whose remote flag the app reads instead of this server's. */
  firebaseProject?: string | undefined
  /** The chain that the points log is anchored on: the first enabled one by default, none for 0. */
  pointsLogChain?: number | undefined
  /** The fees per programme day of members' sends that the treasury relays, by chain. */
  relayFeesPerDay?: ReadonlyMap<number, bigint> | undefined
}

/** The part of a context that may belong to a replica. */
export type Reads = Pick<AppContext, 'db' | 'now' | 'shared'> & {
  /** On a replica, has the primary repeat a read whose newest entry may still change. */
  onlyOld: (newest: Date | undefined) => void
}

/** Standbys, for members' reads that may be seconds old. */
export type Replica = {
  /**
   * Reads in one transaction on a standby that has replayed `required`. Never fails: without such a
   * standby it returns the reason, and the caller reads on the primary.
   */
  read: <Result>(
    required: Position | undefined,
    run: (reads: Reads) => Promise<Result>,
  ) => Promise<{ kind: 'read'; result: Result } | { kind: 'fallback'; why: FallbackReason }>
  /** Returns a position of the primary behind everything that was committed before the call. */
  position: () => Promise<Position | undefined>
  /** Runs a transaction on the primary; its COMMIT carries the statement that reads the position. */
  commit: <Result>(
    run: (tx: Db) => Promise<Result>,
    onPosition: (position: Position | undefined) => void,
  ) => Promise<Result>
  /** Returns the lag of the last probe; undefined if no standby answered or the lag is unknown. */
  lag: () => Lag | undefined
}

/** Everything a service may need from outside. A function declares its part with `Pick`. */
export type AppContext = {
  db: Db
  /** The standbys that members' reads may use, if there are any. */
  replica?: Replica | undefined
  /** The caches and queues of this process, by their definitions. */
  shared: SharedValues
  now: () => Date
  randomBytes: (count: number) => Uint8Array
  keys: Keys
  lastingKeys: Keys<LastingPurpose>
  /** Signs the checkpoints of the audit log. */
  pointsLog: PointsLogSigner
  logKeys: Keys<LogPurpose>
  /** Uses its own key, which is never in the database. */
  pinSealer: Sealer
  /** Uses yet another key. */
  spinSealer: Sealer
  /** Seals the authenticator secrets of operators. */
  operatorSealer: Sealer
  passwords: PasswordHasher
  onChainProofs: OnChainProofs
  payouts: Payouts
  /** Without a signer nothing is paid in or out on chains. */
  treasury: TreasurySigner | undefined
  mailer: Mailer
  chains: Chains
  explorer: Explorer
  prices: PriceSource
  push: Push
  /** Receives alarms, if the installation has one. */
  webhook?: Webhook | undefined
  settings: Settings
  /** Without metrics nothing is counted. */
  metrics?: Metrics | undefined
  /** For fault tests only: called at points where the process may die without losing anything. */
  atFaultPoint?: ((point: FaultPoint) => void) | undefined
  log: Logger
}
