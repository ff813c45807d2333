import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Asset } from '@solstice/rules/asset'
import { rowsOf, violatedCheck, violatedUnique, type Db } from '#/platform/process/db.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { ledgerAccounts } from './ledger.table.ts'

export type { Asset } from '@solstice/rules/asset'

/** The accounts outside members that value comes from and goes to. */
export type SystemAccount = 'ISSUANCE' | 'SHOP' | 'TREASURY' | 'SPIN'

export type Holder = { member: number } | { system: SystemAccount }

export type Entry = {
  holder: Holder
  asset: Asset
  /** The scope of the asset, such as `season:3`; omitted if it belongs to the whole programme. */
  scope?: string
  amount: bigint
}

export type Posting = {
  kind: string
  /**
   * The same key posts once and returns the first result the second time; different entries are a
   * fault.
   */
  key: string
  at: Date
  entries: readonly Entry[]
  data?: Readonly<Record<string, unknown>>
}

export type Posted = { transactionId: number; fresh: boolean }

/**
 * Thrown when an entry would take more than the balance. The caller translates it into a code of
 * the contract.
 */
export class InsufficientBalanceError extends Error {}

/** Thrown when a reversed transaction is reversed again, under another key. */
export class AlreadyReversedError extends Error {}

/** Thrown when a transaction is to be reversed that is archived with its partition. */
export class TransactionArchivedError extends Error {}

/**
 * Posts everything in one round trip. Entries must sum to zero per asset and scope; the database
 * enforces it.
 */
export async function post(db: Db, posting: Posting): Promise<Posted> {
  // Raw SQL: a function of the database posts.
  const rows = rowsOf<PostedRow>(
    db,
    sql`select transaction_id, fresh from ${postExpression(posting)}`,
  )
  return postedIn(await asLedger(rows))
}

/**
 * Returns the posting as part of a larger statement, for facts that are written together with it:
 * select from it, and run the statement inside `asLedger`.
 */
export function postExpression(posting: Posting): SQL {
  const entries = writtenEntries(posting.entries)
  return sql`ledger_post(${posting.kind}, ${posting.key}, ${posting.at.toISOString()}::timestamptz,
    ${JSON.stringify(posting.data ?? {})}::jsonb, ${JSON.stringify(entries)}::jsonb)`
}

/**
 * Posts a batch in one round trip, all or none, and returns the results in the order of the
 * postings. Transactions of one batch are committed together and have no order of their own.
 */
export async function postAll(db: Db, postings: readonly Posting[]): Promise<Posted[]> {
  const posts = postings.map(({ kind, key, at, data = {}, entries }) => ({
    kind,
    key,
    at: at.toISOString(),
    data,
    entries: writtenEntries(entries),
  }))
  // Raw SQL: a function of the database posts.
  const rows = rowsOf<PostedRow>(
    db,
    sql`select transaction_id, fresh from ledger_post_all(${JSON.stringify(posts)}::jsonb)
      order by position`,
  )
  return (await asLedger(rows)).map(postedOf)
}

function writtenEntries(entries: readonly Entry[]) {
  return entries.map(({ holder, asset, scope = '', amount }) => ({
    ...holder,
    asset,
    scope,
    amount: amount.toString(),
  }))
}

export type Transfer = Omit<Posting, 'entries'> &
  Omit<Entry, 'holder'> & {
    from: Holder
    to: Holder
  }

/** Transfers from one holder to another; the amount is credited to `to` and must be positive. */
export async function transfer(
  db: Db,
  { from, to, asset, scope, amount, ...rest }: Transfer,
): Promise<Posted> {
  if (amount <= 0n) throw new RangeError(`A transfer needs a positive amount, not ${amount}`)
  const unit = { asset, ...(scope === undefined ? {} : { scope }) }
  const entries = [
    { holder: from, amount: -amount, ...unit },
    { holder: to, amount, ...unit },
  ]
  return post(db, { ...rest, entries })
}

/** Posts the opposite of every entry. A transaction can be reversed once, until it is archived. */
export async function reverse(
  db: Db,
  reversal: { transactionId: number; kind: string; key: string; at: Date },
): Promise<Posted> {
  // Raw SQL: a function of the database posts.
  const rows = rowsOf<PostedRow>(
    db,
    sql`select transaction_id, fresh from ledger_reverse(${reversal.transactionId},
      ${reversal.kind}, ${reversal.key}, ${reversal.at.toISOString()}::timestamptz)`,
  )
  return postedIn(await asLedger(rows))
}

const findBalance = prepared(
  'ledger.balance',
  (db, { member, asset, scope }: Params<{ member: number; asset: Asset; scope: string }>) =>
    db
      .select({ balance: ledgerAccounts.balance })
      .from(ledgerAccounts)
      .where(
        and(
          eq(ledgerAccounts.memberId, member),
          eq(ledgerAccounts.asset, asset),
          eq(ledgerAccounts.scope, scope),
        ),
      ),
)

export async function balanceOf(
  db: Db,
  account: { member: number; asset: Asset; scope?: string },
): Promise<bigint> {
  const [row] = await findBalance(db, { ...account, scope: account.scope ?? '' })
  return row?.balance ?? 0n
}

type PostedRow = { transaction_id: string; fresh: boolean }

function postedIn([row]: readonly PostedRow[]): Posted {
  if (!row) throw new Error('The ledger returned no row')
  return postedOf(row)
}

function postedOf(row: PostedRow): Posted {
  return { transactionId: Number(row.transaction_id), fresh: row.fresh }
}

/** Translates the ledger's constraint violations into errors. */
export async function asLedger<Result>(posting: Promise<Result>): Promise<Result> {
  try {
    return await posting
  } catch (error) {
    if (violatedCheck(error) === 'ledger_balance_not_negative') {
      throw new InsufficientBalanceError('Insufficient balance', { cause: error })
    }
    if (violatedUnique(error) === 'ledger_transactions_reversed_once') {
      throw new AlreadyReversedError('Reversed before', { cause: error })
    }
    if (isNoDataFound(error)) {
      throw new TransactionArchivedError('The transaction is archived', { cause: error })
    }
    throw error
  }
}

function isNoDataFound(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'P0002') return true
  }
  return false
}
