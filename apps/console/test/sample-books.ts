import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { HASH } from './sample-day.ts'

const asOf = { asOf: '2027-01-17T14:00:00.000Z', ledgerTransaction: 812_233 }

const balances: CallData<'ledger.balances'> = {
  ...asOf,
  newestTransaction: 812_240,
  groups: [
    {
      asset: 'REWARD',
      scope: 'season:4',
      symbol: 'USDS',
      sum: '0',
      isBalanced: true,
      accounts: [
        { account: 'MEMBERS', balance: '612.4', postings: 1204 },
        { account: 'TREASURY', balance: '-612.4', postings: 1204 },
      ],
    },
    {
      asset: 'XP',
      scope: 'season:4',
      symbol: 'XP',
      sum: '0',
      isBalanced: true,
      accounts: [
        { account: 'ISSUANCE', balance: '-24918300', postings: 402_118 },
        { account: 'MEMBERS', balance: '21604100', postings: 418_920 },
        { account: 'SHOP', balance: '3314200', postings: 16_802 },
      ],
    },
  ],
}

const movement = (kind: string, credited: string, debited: string, postings: number) => ({
  kind,
  credited,
  debited,
  postings,
  latePostings: 0,
})

export const statement: CallData<'ledger.statement'> = {
  ...asOf,
  month: '2027-01',
  startAt: '2026-12-31T20:00:00.000Z',
  endAt: '2027-01-31T20:00:00.000Z',
  closedAt: null,
  months: ['2027-01', '2026-12'],
  groups: [
    {
      asset: 'XP',
      scope: 'season:4',
      symbol: 'XP',
      isBalanced: true,
      accounts: [
        {
          account: 'ISSUANCE',
          opening: '-1204000',
          closing: '-24918300',
          movements: [
            movement('CHECK_IN', '0', '9114300', 61_204),
            movement('SPIN', '0', '14600000', 196_410),
          ],
        },
        {
          account: 'MEMBERS',
          opening: '1204000',
          closing: '21604100',
          movements: [
            movement('CHECK_IN', '9114300', '0', 61_204),
            movement('PRODUCT', '0', '3314200', 16_802),
            movement('SPIN', '14600000', '0', 196_410),
          ],
        },
        {
          account: 'SHOP',
          opening: '0',
          closing: '3314200',
          movements: [movement('PRODUCT', '3314200', '0', 16_802)],
        },
      ],
    },
  ],
}

const transactions: CallData<'ledger.transactions'> = {
  asset: 'XP',
  scope: 'season:4',
  symbol: 'XP',
  list: [
    {
      transactionId: 812_190,
      kind: 'PRODUCT',
      postedAt: '2027-01-17T13:51:00.000Z',
      amount: '600',
    },
    {
      transactionId: 812_102,
      kind: 'REFUND',
      postedAt: '2027-01-17T13:20:00.000Z',
      amount: '-600',
    },
  ],
  nextBefore: 812_102,
}

const transaction: CallData<'ledger.transaction'> = {
  transactionId: 812_190,
  kind: 'PRODUCT',
  key: 'order:5103',
  postedAt: '2027-01-17T13:51:00.000Z',
  reverses: null,
  reversedBy: null,
  entries: [
    {
      asset: 'XP',
      scope: 'season:4',
      symbol: 'XP',
      account: 'MEMBERS',
      userId: 48_213,
      amount: '-600',
    },
    { asset: 'XP', scope: 'season:4', symbol: 'XP', account: 'SHOP', userId: null, amount: '600' },
  ],
  links: [
    { kind: 'MEMBER', id: '48213', userId: 48_213 },
    { kind: 'SEASON', id: '4', userId: null },
    { kind: 'ORDER', id: '5103', userId: 48_213 },
  ],
}

export const verification: CallData<'ledger.verification'> = {
  verifications: [
    {
      extent: 'RECENT',
      running: null,
      last: {
        startedAt: '2027-01-17T14:00:00.000Z',
        finishedAt: '2027-01-17T14:00:02.000Z',
        problemCount: 0,
        problems: [],
      },
    },
    {
      extent: 'FULL',
      running: {
        startedAt: '2027-01-17T14:02:00.000Z',
        phase: 'transactions',
        share: 0.275,
        done: 406_000,
        all: 812_240,
        problemCount: 0,
      },
      last: {
        startedAt: '2027-01-16T14:00:00.000Z',
        finishedAt: '2027-01-16T14:06:00.000Z',
        problemCount: 0,
        problems: [],
      },
    },
  ],
  checkpoint: 812_000,
  checkpointAt: '2027-01-17T14:00:00.000Z',
  newestTransaction: 812_240,
}

const usds = {
  contract: '0x55d398326f99059fF775485246999027B3197955',
  symbol: 'USDS',
  decimals: 18,
}
const coin = { contract: null, symbol: 'BNB', decimals: 18 }
const opened = { openedAt: '2027-01-01T21:00:00.000Z', openedBlock: 45_700_000 }

const account: CallData<'ledger.reconciliations'>['accounts'][number] = {
  accountId: 1,
  chainId: 56,
  networkName: 'BNB Chain',
  address: '0x5a1e0c9b7d3f4a2c8e6b1d0f9c7a5b3e1d2fc07b',
  kind: 'TREASURY',
  createdAt: '2027-01-01T21:00:00.000Z',
  block: { number: 46_218_904, hash: `0x${HASH}` },
  reconciledAt: '2027-01-16T21:00:20.000Z',
  failure: null,
  isOverdue: false,
  isRunning: false,
  tokens: [
    {
      ...coin,
      ...opened,
      opening: '1.2',
      recorded: '-0.36',
      booked: '0',
      expected: '0.84',
      onChain: '0.84',
      difference: '0',
    },
    {
      ...usds,
      ...opened,
      opening: '10000',
      recorded: '-5820.000001',
      booked: '0',
      expected: '4179.999999',
      onChain: '4180',
      difference: '0.000001',
    },
  ],
}

const reconciliations: CallData<'ledger.reconciliations'> = {
  accounts: [
    account,
    {
      ...account,
      accountId: 2,
      chainId: 1,
      networkName: 'Ethereum',
      failure: { at: '2027-01-17T14:02:00.000Z', why: 'SILENT' },
      isOverdue: true,
      reconciledAt: '2027-01-15T21:00:20.000Z',
      block: { number: 21_640_112, hash: `0x${HASH}` },
      tokens: account.tokens.slice(0, 1).map((token) => ({ ...token, symbol: 'ETH' })),
    },
  ],
}

const reconciliation: CallData<'ledger.reconciliation'> = {
  account,
  transfers: [
    {
      ...usds,
      txHash: `0x${'8e1f44a0'.repeat(8)}`,
      blockNumber: 46_211_377,
      onChain: '0.000001',
      recorded: '0',
      foundAt: '2027-01-16T21:00:20.000Z',
      bookingId: null,
    },
  ],
  unexplained: [],
  hasMoreBookings: true,
  bookings: [
    {
      ...usds,
      bookingId: 3,
      amount: '5000',
      txHash: `0x${'71c49e2f'.repeat(8)}`,
      reason: 'FIN-88, top-up of January',
      by: 'mateo.ruiz',
      bookedAt: '2027-01-04T09:00:00.000Z',
    },
  ],
  runs: [
    {
      runId: 17,
      fromBlock: 46_190_104,
      toBlock: 46_218_904,
      toHash: `0x${HASH}`,
      startedAt: '2027-01-16T21:00:00.000Z',
      finishedAt: '2027-01-16T21:00:20.000Z',
      tokens: [
        {
          ...usds,
          isNew: false,
          before: '4192.999999',
          movements: [
            { kind: 'PAYMENT', amount: '25', count: 5 },
            { kind: 'WITHDRAWAL', amount: '-38', count: 4 },
          ],
          expected: '4179.999999',
          onChain: '4180',
          difference: '0.000001',
        },
      ],
    },
  ],
  nextCursor: null,
}

export const booksReplies: { [Id in CallId]?: CallData<Id> } = {
  'ledger.balances': balances,
  'ledger.transactions': transactions,
  'ledger.transaction': transaction,
  'ledger.statement': statement,
  'ledger.verification': verification,
  'ledger.verify': verification,
  'ledger.reconciliations': reconciliations,
  'ledger.reconciliation': reconciliation,
  'ledger.reconcile': reconciliations,
  'ledger.book': reconciliation,
}
