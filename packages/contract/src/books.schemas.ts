import { ASSETS } from '@solstice/rules/asset'
import { z } from 'zod'
import { digits, idCursorQuery, pathId } from './paging.ts'
import { address, auditReason, id, time } from './schema.ts'

/** An amount in whole units, negative if it left or is owed. */
const signed = z.string().regex(/^-?\d{1,78}(\.\d{1,36})?$/)
/** A month from 2000 to 2999, so that every date of it can be stored and computed with. */
const month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/)
const count = z.int().min(0)

/** All members together, or an account of the system. */
const BOOK_ACCOUNTS = ['MEMBERS', 'ISSUANCE', 'SHOP', 'TREASURY', 'SPIN'] as const
const account = z.enum(BOOK_ACCOUNTS)

/** An asset and what it belongs to, such as `season:3`, with the unit of its amounts. */
const unit = {
  asset: z.enum(ASSETS),
  scope: z.string(),
  symbol: z.string(),
}

const asOf = {
  /** Everything that was committed before this instant is included. Null before the first run. */
  asOf: time.nullable(),
  ledgerTransaction: count,
}

const balances = z.object({
  ...asOf,
  /** The newest transaction of the ledger; newer ones than `ledgerTransaction` follow hourly. */
  newestTransaction: count,
  groups: z.array(
    z.object({
      ...unit,
      /** The sum of the balances, which is zero. */
      sum: signed,
      isBalanced: z.boolean(),
      accounts: z.array(z.object({ account, balance: signed, postings: count })),
    }),
  ),
})

const statement = z.object({
  ...asOf,
  month,
  startAt: time,
  endAt: time,
  /** Null while the month is open. */
  closedAt: time.nullable(),
  /** Every month since the first movement, newest first. */
  months: z.array(month),
  groups: z.array(
    z.object({
      ...unit,
      isBalanced: z.boolean(),
      accounts: z.array(
        z.object({
          account,
          opening: signed,
          closing: signed,
          movements: z.array(
            z.object({
              kind: z.string(),
              credited: signed,
              debited: signed,
              postings: count,
              /** Postings of an earlier month that was closed before they were committed. */
              latePostings: count,
            }),
          ),
        }),
      ),
    }),
  ),
})

const link = z.object({
  kind: z.enum(['MEMBER', 'ORDER', 'REFUND', 'PAYOUT', 'SEASON', 'WITHDRAWAL', 'TRANSACTION']),
  id: z.string(),
  /** The member whom an order, refund, payout or withdrawal concerns. */
  userId: id.nullable(),
})

const transaction = z.object({
  transactionId: id,
  kind: z.string(),
  key: z.string(),
  postedAt: time,
  reverses: id.nullable(),
  reversedBy: id.nullable(),
  entries: z.array(
    z.object({
      ...unit,
      account,
      /** Null for an account of the system. */
      userId: id.nullable(),
      amount: signed,
    }),
  ),
  links: z.array(link),
})

const EXTENTS = ['RECENT', 'FULL'] as const

const verification = z.object({
  verifications: z.array(
    z.object({
      extent: z.enum(EXTENTS),
      running: z
        .object({
          startedAt: time,
          phase: z.enum(['guards', 'transactions', 'closings', 'accounts']),
          /** From 0 to 1. */
          share: z.number().min(0).max(1),
          /** The position in the ids of the phase, and their end. */
          done: count,
          all: count,
          problemCount: count,
        })
        .nullable(),
      last: z
        .object({
          startedAt: time,
          finishedAt: time,
          problemCount: count,
          /** Contains at most the first hundred problems. */
          problems: z.array(z.object({ rule: z.string(), where: z.string() })),
        })
        .nullable(),
    }),
  ),
  /** Everything up to this transaction is verified and can no longer change. */
  checkpoint: count,
  checkpointAt: time.nullable(),
  newestTransaction: count,
})

const token = {
  /** Null for the network's own coin. */
  contract: address.nullable(),
  symbol: z.string(),
  decimals: z.int().min(0).max(36),
}

const movement = z.object({ kind: z.string(), amount: signed, count })

const reconciliationToken = z.object({
  ...token,
  opening: signed,
  openedAt: time,
  openedBlock: count,
  recorded: signed,
  booked: signed,
  expected: signed,
  onChain: signed,
  difference: signed,
})

const reconciled = z.object({
  accountId: id,
  chainId: z.int().positive(),
  networkName: z.string(),
  address,
  kind: z.enum(['TREASURY', 'DISTRIBUTOR']),
  createdAt: time,
  /** The final block of the last reconciliation. Null before the first one. */
  block: z.object({ number: count, hash: z.string() }).nullable(),
  reconciledAt: time.nullable(),
  /** Why the last attempt failed, if there was none since that succeeded. */
  failure: z
    .object({ at: time, why: z.enum(['SILENT', 'BEHIND', 'REORGANISED', 'NOT_SCANNED']) })
    .nullable(),
  isOverdue: z.boolean(),
  isRunning: z.boolean(),
  tokens: z.array(reconciliationToken),
})

const transfer = z.object({
  ...token,
  txHash: z.string(),
  blockNumber: count,
  onChain: signed,
  recorded: signed,
  foundAt: time,
  /** The booking that names this transaction. */
  bookingId: id.nullable(),
})

const reconciliation = z.object({
  account: reconciled,
  transfers: z.array(transfer),
  /** The part of each difference that no transfer of the list explains. */
  unexplained: z.array(z.object({ ...token, amount: signed })),
  /** At most the newest hundred. */
  bookings: z.array(
    z.object({
      ...token,
      bookingId: id,
      amount: signed,
      txHash: z.string().nullable(),
      reason: z.string(),
      by: z.string(),
      bookedAt: time,
    }),
  ),
  hasMoreBookings: z.boolean(),
  runs: z.array(
    z.object({
      runId: id,
      fromBlock: count,
      toBlock: count,
      toHash: z.string(),
      startedAt: time,
      finishedAt: time.nullable(),
      tokens: z.array(
        z.object({
          ...token,
          /** True if the account is reconciled in this token from this run on. */
          isNew: z.boolean(),
          before: signed.nullable(),
          movements: z.array(movement),
          expected: signed.nullable(),
          onChain: signed,
          difference: signed.nullable(),
        }),
      ),
    }),
  ),
  nextCursor: z.string().nullable(),
})

export const booksSchemas = {
  'ledger.balances': { data: balances },
  'ledger.transactions': {
    query: z.strictObject({
      asset: z.enum(ASSETS),
      scope: z.string().max(64).default(''),
      account: z.enum(['ISSUANCE', 'SHOP', 'TREASURY', 'SPIN']),
      before: digits(z.coerce.number().int().positive()).optional(),
    }),
    data: z.object({
      ...unit,
      list: z.array(
        z.object({ transactionId: id, kind: z.string(), postedAt: time, amount: signed }),
      ),
      nextBefore: id.nullable(),
    }),
  },
  'ledger.transaction': {
    params: z.strictObject({ transactionId: pathId }),
    data: transaction,
  },
  'ledger.statement': {
    /** Without a month, the present one. */
    query: z.strictObject({ month: month.optional() }),
    data: statement,
  },
  'ledger.verification': { data: verification },
  'ledger.verify': {
    body: z.strictObject({ extent: z.enum(EXTENTS) }),
    data: verification,
  },
  'ledger.reconciliations': { data: z.object({ accounts: z.array(reconciled) }) },
  'ledger.reconciliation': {
    params: z.strictObject({ accountId: pathId }),
    query: z.strictObject({ before: idCursorQuery.before }),
    data: reconciliation,
  },
  'ledger.reconcile': { data: z.object({ accounts: z.array(reconciled) }) },
  'ledger.book': {
    params: z.strictObject({ accountId: pathId }),
    body: z.strictObject({
      contract: address.nullable(),
      amount: signed,
      /** The difference that the operator saw. */
      difference: signed,
      txHash: z
        .string()
        .regex(/^0x[0-9a-fA-F]{64}$/)
        .nullable(),
      reason: auditReason,
    }),
    data: reconciliation,
  },
} as const
