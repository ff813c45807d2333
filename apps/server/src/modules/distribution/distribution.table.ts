import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { RootStep } from '@solstice/rules/distribution'
import { amount, bytes, instant } from '#/platform/process/columns.ts'

export const distributionRoots = pgTable('distribution_roots', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  /** The token that is paid. */
  token: text().notNull(),
  /** The distributor that pays it. */
  contract: text().notNull(),
  number: bigint({ mode: 'number' }).notNull(),
  root: bytes('root').notNull(),
  total: amount('total').notNull(),
  leaves: bigint({ mode: 'number' }).notNull(),
  state: text({ enum: ['PREPARED', 'POSTING', 'POSTED'] }).notNull(),
  payoutId: bigint('payout_id', { mode: 'number' }),
  createdAt: instant('created_at').notNull(),
  postedAt: instant('posted_at'),
})

export const distributionLeaves = pgTable(
  'distribution_leaves',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    contract: text().notNull(),
    /** In lower case. */
    address: text().notNull(),
    token: text().notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    /** The amount of the root `rootNumber` and those after it. */
    cumulative: amount('cumulative').notNull(),
    rootNumber: bigint('root_number', { mode: 'number' }).notNull(),
    /** The amount of the roots before. */
    before: amount('before').notNull(),
    /** The amount that the account has claimed in final blocks. */
    claimed: amount('claimed')
      .notNull()
      .default(sql`0`),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.contract, table.address] })],
)

export const distributionClaims = pgTable('distribution_claims', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  token: text().notNull(),
  contract: text().notNull(),
  address: text().notNull(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  cumulative: amount('cumulative').notNull(),
  amount: amount('amount').notNull(),
  /** The hashes that prove the share, one after another. */
  proof: bytes('proof'),
  payoutId: bigint('payout_id', { mode: 'number' }),
  state: text({ enum: ['WAITING', 'SENDING', 'PAID', 'FAILED'] }).notNull(),
  createdAt: instant('created_at').notNull(),
  txHash: text('tx_hash'),
  endedAt: instant('ended_at'),
})

export const distributionNodes = pgTable(
  'distribution_nodes',
  {
    rootId: bigint('root_id', { mode: 'number' }).notNull(),
    page: integer().notNull(),
    hashes: bytes('hashes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.rootId, table.page] })],
)

const none = sql`0`

export const distributors = pgTable('distributors', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  /** In lower case. */
  token: text().notNull(),
  symbol: text().notNull(),
  decimals: integer().notNull(),
  /** The account that deploys the contract. */
  account: text().notNull(),
  /** Null until the contract is deployed. */
  contract: text(),
  step: text().$type<RootStep>().notNull().default('IDLE'),
  /** The number of the root that is being made, or of the last one. */
  number: bigint({ mode: 'number' }).notNull().default(0),
  /** The last reward of the previous batch. */
  afterSeason: bigint('after_season', { mode: 'number' }).notNull().default(0),
  afterMember: bigint('after_member', { mode: 'number' }).notNull().default(0),
  afterRound: bigint('after_round', { mode: 'number' }).notNull().default(0),
  /** The amount that the root being made adds to the posted one. */
  increase: amount('increase').notNull().default(none),
  posted: amount('posted').notNull().default(none),
  claimed: amount('claimed').notNull().default(none),
  /** The sum of transfers to the contract that are final, and the one that is requested. */
  funded: amount('funded').notNull().default(none),
  funding: amount('funding').notNull().default(none),
  fundings: integer().notNull().default(0),
  retryAt: instant('retry_at'),
  startedAt: instant('started_at'),
  scannedTo: bigint('scanned_to', { mode: 'number' }),
  createdAt: instant('created_at').notNull(),
})
