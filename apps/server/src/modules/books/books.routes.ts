import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listTransactions, showBalances, showStatement } from './books.service.ts'
import {
  bookAmount,
  listReconciliations,
  showReconciliation,
  startReconciliation,
} from './reconciliation-view.service.ts'
import { showTransaction } from './transaction.service.ts'
import { showVerification, startVerification } from './verification.service.ts'

export function booksRoutes(ctx: AppContext, mount: Mount): void {
  mount('ledger.balances', () => showBalances(ctx))
  mount('ledger.transactions', ({ query }) => listTransactions(ctx, query))
  mount('ledger.transaction', ({ params }) => showTransaction(ctx, params.transactionId))
  mount('ledger.statement', ({ query }) => showStatement(ctx, query))
  mount('ledger.verification', () => showVerification(ctx))
  mount('ledger.verify', ({ body }) => startVerification(ctx, body.extent))
  mount('ledger.reconciliations', () => listReconciliations(ctx))
  mount('ledger.reconciliation', ({ params, query }) =>
    showReconciliation(ctx, { ...params, ...query }),
  )
  mount('ledger.reconcile', () => startReconciliation(ctx))
  mount('ledger.book', ({ operator, params, body, tx }) =>
    bookAmount(tx, ctx, operator, { ...params, ...body }),
  )
}
