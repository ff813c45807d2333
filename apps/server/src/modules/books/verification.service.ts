import type { CallData } from '@solstice/contract/wire'
import { countIds, verifiedShare, type IdRange } from '@solstice/rules/books'
import { VERIFICATION_START, type Extent, type Position } from '#/platform/books/ledger-check.ts'
import { VERIFY_LEDGER } from '#/platform/books/ledger-verification.jobs.ts'
import {
  findNewestVerification,
  insertVerification,
} from '#/platform/books/ledger-verification.queries.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { enqueuePoll } from '#/platform/process/jobs.ts'
import {
  findCheckpoint,
  findIdRanges,
  findLastVerification,
  newestAccountId,
} from './verification.queries.ts'
import { newestTransactionId } from './books.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type View = CallData<'ledger.verification'>
type Running = NonNullable<View['verifications'][number]['running']>

const EXTENTS = ['RECENT', 'FULL'] as const satisfies readonly Extent[]

/** Returns what runs and how far it is, and the last results. */
export async function showVerification({ db }: Context): Promise<View> {
  const newestTransaction = await newestTransactionId(db)
  const ends = { transactions: await findIdRanges(db), accounts: await newestAccountId(db) }
  const checkpoint = await findCheckpoint(db)
  const verifications: View['verifications'] = []
  for (const extent of EXTENTS) {
    const newest = await findNewestVerification(db, extent)
    const last = await findLastVerification(db, extent)
    verifications.push({
      extent,
      running:
        newest && !newest.finishedAt
          ? {
              ...progressOf(newest.position, ends),
              startedAt: newest.startedAt.toISOString(),
              problemCount: newest.problemCount,
            }
          : null,
      last: last && {
        startedAt: last.startedAt.toISOString(),
        finishedAt: last.finishedAt.toISOString(),
        problemCount: last.problemCount,
        problems: last.problems,
      },
    })
  }
  return {
    verifications,
    checkpoint: checkpoint?.upTo ?? 0,
    // The first checkpoint stands for an empty ledger.
    checkpointAt: checkpoint && checkpoint.upTo > 0 ? checkpoint.createdAt.toISOString() : null,
    newestTransaction,
  }
}

type Ends = { transactions: readonly IdRange[]; accounts: number }

function progressOf(
  position: Position,
  ends: Ends,
): Pick<Running, 'phase' | 'share' | 'done' | 'all'> {
  const { phase } = position
  const isOfTransactions = phase === 'transactions'
  const all = isOfTransactions ? countIds(ends.transactions, Infinity) : ends.accounts
  const done = Math.min(all, doneIn(position, ends))
  return { phase, share: verifiedShare({ phase, done, all }), done, all }
}

function doneIn(position: Position, { transactions, accounts }: Ends): number {
  switch (position.phase) {
    case 'guards':
      return 0
    case 'transactions':
      return countIds(transactions, position.after)
    case 'accounts':
      return position.after
    case 'closings':
      // Closings are compared from the last account to the first.
      return Math.max(0, accounts - position.account)
  }
}

/**
 * Starts a verification unless one of this extent is running, and wakes the job that runs it. The
 * reply is read in the same transaction, so that it shows the verification that was started, also
 * if a worker finishes it at once.
 */
export function startVerification({ db, now }: Context, extent: Extent): Promise<View> {
  return db.transaction(async (tx) => {
    const startedAt = now()
    await insertVerification(tx, { extent, position: VERIFICATION_START, startedAt })
    await enqueuePoll(tx, VERIFY_LEDGER, startedAt)
    return showVerification({ db: tx, now })
  })
}
