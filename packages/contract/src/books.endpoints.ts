import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

const READERS = ['FINANCE', 'AUDITOR'] as const

export const booksEndpoints = {
  'ledger.balances': {
    id: 'ledger.balances',
    method: 'GET',
    path: '/v1/operator/ledger/balances',
    access: 'operator',
    roles: READERS,
    summary:
      'Returns the trial balance: the balance of all members together and of each account of the system, per asset and scope, as of a ledger transaction. The balances of an asset and scope sum to zero.',
    codes: [],
  },
  'ledger.transactions': {
    id: 'ledger.transactions',
    method: 'GET',
    path: '/v1/operator/ledger/transactions',
    access: 'operator',
    roles: READERS,
    summary:
      'Lists the ledger transactions of an account of the system, newest first, with the amount that each moved into or out of it.',
    codes: [],
  },
  'ledger.transaction': {
    id: 'ledger.transaction',
    method: 'GET',
    path: '/v1/operator/ledger/transactions/{transactionId}',
    access: 'operator',
    roles: READERS,
    summary:
      'Returns a ledger transaction with its entries, its cause and links to members, orders, refunds, payouts and seasons.',
    codes: [Code.NOT_FOUND],
  },
  'ledger.statement': {
    id: 'ledger.statement',
    method: 'GET',
    path: '/v1/operator/ledger/statement',
    access: 'operator',
    roles: READERS,
    summary:
      'Returns the statement of a month of the programme (UTC+4): opening balance, movements by kind and closing balance per asset, scope and account. A closed month never changes.',
    codes: [Code.NOT_FOUND],
  },
  'ledger.verification': {
    id: 'ledger.verification',
    method: 'GET',
    path: '/v1/operator/ledger/verifications',
    access: 'operator',
    roles: READERS,
    summary:
      'Returns the progress of running verifications of the ledger and the results of the last ones.',
    codes: [],
  },
  'ledger.verify': {
    id: 'ledger.verify',
    method: 'POST',
    path: '/v1/operator/ledger/verifications',
    access: 'operator',
    roles: READERS,
    summary:
      'Starts a verification in the background, unless one of the same extent is running. ledger.verification reports its progress.',
    codes: [],
  },
  'ledger.reconciliations': {
    id: 'ledger.reconciliations',
    method: 'GET',
    path: '/v1/operator/ledger/reconciliations',
    access: 'operator',
    roles: READERS,
    summary:
      'Returns every account of the treasury with its expected balances and those on chain at the final block of its last reconciliation.',
    codes: [],
  },
  'ledger.reconciliation': {
    id: 'ledger.reconciliation',
    method: 'GET',
    path: '/v1/operator/ledger/reconciliations/{accountId}',
    access: 'operator',
    roles: READERS,
    summary:
      'Returns the reconciliations of an account, newest first, with the movements that were recorded, the bookings of operators and the transfers that differ.',
    codes: [Code.NOT_FOUND],
  },
  'ledger.reconcile': {
    id: 'ledger.reconcile',
    method: 'POST',
    path: '/v1/operator/ledger/reconciliations',
    access: 'operator',
    roles: READERS,
    summary: 'Reconciles every account of the treasury with the chain now, in the background.',
    codes: [],
  },
  'ledger.book': {
    id: 'ledger.book',
    method: 'POST',
    path: '/v1/operator/ledger/reconciliations/{accountId}/bookings',
    access: 'operator',
    roles: ['FINANCE'],
    summary:
      'Books an amount that nothing else in the records explains, such as a top-up of the treasury. Rejected (2940) if the difference is no longer the one that the operator saw.',
    stepUp: true,
    idempotent: true,
    codes: [Code.NOT_FOUND, Code.DIFFERENCE_CHANGED],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
