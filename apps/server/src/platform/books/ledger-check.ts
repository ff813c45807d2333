import { max, min, gt } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#/platform/process/db.ts'
import {
  compareClosings,
  firstClosing,
  wrongBalances,
  type ClosingBounds,
  type ClosingPosition,
} from './ledger-balances.ts'
import { newestCheckpoint } from './ledger-checkpoint.ts'
import { ledgerDetachments } from './ledger-checkpoint.table.ts'
import {
  brokenAccounts,
  brokenTransactions,
  entriesBelow,
  missingGuards,
  rangeEnd,
  type LedgerProblem,
} from './ledger-rules.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './ledger.table.ts'

export type { LedgerProblem } from './ledger-rules.ts'

/**
 * RECENT reads transactions after the newest checkpoint, and compares every balance with its
 * closing. FULL also reads all earlier transactions, and compares every closing with its entries.
 */
export type Extent = 'RECENT' | 'FULL'

export type Position =
  | { phase: 'guards' }
  | { phase: 'transactions'; after: number }
  | ({ phase: 'closings' } & ClosingPosition)
  | { phase: 'accounts'; after: number }

export const VERIFICATION_START: Position = { phase: 'guards' }

/** Bounds what one step reads. */
export type StepBounds = ClosingBounds & { transactions: number }

/** Steps far below the time limit of a statement. */
const STEP_BOUNDS: StepBounds = { transactions: 10_000, entries: 50_000, accounts: 10_000 }

export type VerifiedStep = { problems: LedgerProblem[]; next: Position | undefined }

type Step = { extent: Extent; position: Position; bounds?: StepBounds }

/**
 * Verifies the part of the ledger that starts at a position, and returns the position of the next
 * part. It changes nothing and can run next to a busy server: each statement compares rows of one
 * moment.
 */
export function verifyStep(db: Db, { extent, position, bounds = STEP_BOUNDS }: Step) {
  switch (position.phase) {
    case 'guards':
      return verifyGuards(db, extent)
    case 'transactions':
      return verifyTransactions(db, extent, position.after, bounds)
    case 'closings':
      return verifyClosings(db, position, bounds)
    case 'accounts':
      return verifyAccounts(db, position.after, bounds)
  }
}

async function verifyGuards(db: Db, extent: Extent): Promise<VerifiedStep> {
  const problems = await missingGuards(db)
  if (extent === 'RECENT') {
    return { problems, next: { phase: 'transactions', after: await newestCheckpoint(db) } }
  }
  const after = await detachedUpTo(db)
  problems.push(...(await entriesBelow(db, after + 1)))
  return { problems, next: { phase: 'transactions', after } }
}

async function detachedUpTo(db: Db): Promise<number> {
  const [row] = await db.select({ upTo: max(ledgerDetachments.upTo) }).from(ledgerDetachments)
  return row?.upTo ?? 0
}

async function verifyTransactions(
  db: Db,
  extent: Extent,
  after: number,
  bounds: StepBounds,
): Promise<VerifiedStep> {
  const firstIds = await Promise.all([
    firstIdAfter(db, ledgerTransactions, ledgerTransactions.id, after),
    firstIdAfter(db, ledgerEntries, ledgerEntries.transactionId, after),
  ])
  const first = Math.min(...firstIds.filter((id) => id !== null))
  if (!Number.isFinite(first)) {
    return { problems: [], next: await afterTransactions(db, extent) }
  }
  const upTo = rangeEnd(first - 1, bounds.transactions)
  const problems = await brokenTransactions(db, { after, upTo })
  return { problems, next: { phase: 'transactions', after: upTo } }
}

async function firstIdAfter(
  db: Db,
  table: PgTable,
  column: PgColumn,
  after: number,
): Promise<number | null> {
  const [row] = await db
    .select({ id: min(column) })
    .from(table)
    .where(gt(column, after))
  return row?.id === null || row?.id === undefined ? null : Number(row.id)
}

async function afterTransactions(db: Db, extent: Extent): Promise<Position> {
  const closing = extent === 'FULL' ? await firstClosing(db) : undefined
  return closing ? { phase: 'closings', ...closing } : { phase: 'accounts', after: 0 }
}

async function verifyClosings(
  db: Db,
  position: ClosingPosition,
  bounds: StepBounds,
): Promise<VerifiedStep> {
  const { problems, next } = await compareClosings(db, position, bounds)
  return { problems, next: next ? { phase: 'closings', ...next } : { phase: 'accounts', after: 0 } }
}

async function verifyAccounts(db: Db, after: number, bounds: StepBounds): Promise<VerifiedStep> {
  const first = await firstIdAfter(db, ledgerAccounts, ledgerAccounts.id, after)
  if (first === null) return { problems: [], next: undefined }
  const range = { after, upTo: rangeEnd(first - 1, bounds.accounts) }
  const problems = await brokenAccounts(db, range)
  for (;;) {
    const wrong = await wrongBalances(db, range, await newestCheckpoint(db))
    if (!wrong) continue
    problems.push(...wrong)
    return { problems, next: { phase: 'accounts', after: range.upTo } }
  }
}

/** Verifies everything of an extent. `onStep` receives the position after each step. */
export async function checkLedger(
  db: Db,
  extent: Extent = 'FULL',
  onStep: (next: Position | undefined) => void = () => {},
): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = []
  let position: Position | undefined = VERIFICATION_START
  while (position) {
    const step: VerifiedStep = await verifyStep(db, { extent, position })
    problems.push(...step.problems)
    position = step.next
    onStep(position)
  }
  return problems
}
