import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import type { Asset } from '@solstice/rules/asset'
import {
  closingOf,
  isBalanced,
  monthSpan,
  monthsBetween,
  programmeMonthOf,
  type ProgrammeMonth,
} from '@solstice/rules/books'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findProgress } from './aggregation.queries.ts'
import {
  findBalances,
  findClosing,
  findMovements,
  findOpenings,
  findSpan,
  findTransactionsOf,
  newestTransactionId,
} from './books.queries.ts'
import type { BookAccount } from './books.table.ts'
import { readUnits } from './units.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type OfAccount = { asset: Asset; scope: string; account: BookAccount }

const groupKey = ({ asset, scope }: Pick<OfAccount, 'asset' | 'scope'>) => `${asset} ${scope}`

/** Reads one state of the books, so that the figures are those of the transaction named beside them. */
const AT_ONCE = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Returns the trial balance from the aggregated balances. */
export function showBalances(ctx: Context): Promise<CallData<'ledger.balances'>> {
  return ctx.db.transaction((tx) => balancesIn(tx), AT_ONCE)
}

async function balancesIn(db: Context['db']): Promise<CallData<'ledger.balances'>> {
  const { ledgerTransaction, aggregatedAt } = await findProgress(db)
  const unitOf = await readUnits(db)
  const groups = Map.groupBy(await findBalances(db), groupKey)
  return {
    asOf: aggregatedAt?.toISOString() ?? null,
    ledgerTransaction,
    newestTransaction: Math.max(ledgerTransaction, await newestTransactionId(db)),
    groups: Array.from(groups.values(), ([first, ...rest]) => {
      const { asset, scope } = first ?? never()
      const rows = first ? [first, ...rest] : rest
      const { symbol, text } = unitOf(asset, scope)
      const amounts = rows.map(({ balance }) => balance)
      return {
        asset,
        scope,
        symbol,
        sum: text(amounts.reduce((sum, amount) => sum + amount, 0n)),
        isBalanced: isBalanced(amounts),
        accounts: rows.map(({ account, balance, postings }) => ({
          account,
          balance: text(balance),
          postings,
        })),
      }
    }),
  }
}

function never(): never {
  throw new Error('A group has no rows')
}

/** Returns the statement of a month, which is the present one unless another is named. */
export function showStatement(
  { db, now }: Context,
  query: CallInput<'ledger.statement'>['query'],
): Promise<CallData<'ledger.statement'>> {
  return db.transaction((tx) => statementIn({ db: tx, now }, query), AT_ONCE)
}

async function statementIn(
  { db, now }: Context,
  { month: named }: CallInput<'ledger.statement'>['query'],
): Promise<CallData<'ledger.statement'>> {
  // The schema accepts a year and a month only.
  const current = programmeMonthOf(now())
  const month = (named as ProgrammeMonth | undefined) ?? current
  const known = await findSpan(db)
  const newest = known && known.last > current ? known.last : current
  if (month > newest) throw refuse(Code.NOT_FOUND)
  const { ledgerTransaction, aggregatedAt } = await findProgress(db)
  const closing = await findClosing(db, month)
  const span = monthSpan(month)
  return {
    asOf: aggregatedAt?.toISOString() ?? null,
    ledgerTransaction: closing?.ledgerTransaction ?? ledgerTransaction,
    month,
    startAt: span.startAt.toISOString(),
    endAt: span.endAt.toISOString(),
    closedAt: closing?.closedAt.toISOString() ?? null,
    months: known ? monthsBetween(known.first, newest) : [],
    groups: await statementGroups(db, month),
  }
}

async function statementGroups(
  db: Context['db'],
  month: ProgrammeMonth,
): Promise<CallData<'ledger.statement'>['groups']> {
  const unitOf = await readUnits(db)
  const accounts = new Map<string, OfAccount & { opening: bigint; movements: Moved[] }>()
  const accountOf = ({ asset, scope, account }: OfAccount) => {
    const key = `${groupKey({ asset, scope })} ${account}`
    const found = accounts.get(key) ?? { asset, scope, account, opening: 0n, movements: [] }
    accounts.set(key, found)
    return found
  }
  for (const { opening, ...of } of await findOpenings(db, month)) accountOf(of).opening = opening
  for (const row of await findMovements(db, month)) accountOf(row).movements.push(row)
  // An account without a balance and without movements says nothing about the month.
  const shown = [...accounts.values()].filter(
    ({ opening, movements }) => opening !== 0n || movements.length > 0,
  )
  const groups = Map.groupBy(shown.toSorted(byName), groupKey)
  return Array.from(groups.values(), (rows) => {
    const { asset, scope } = rows[0] ?? never()
    const { symbol, text } = unitOf(asset, scope)
    return {
      asset,
      scope,
      symbol,
      isBalanced: isBalanced(rows.map(({ opening }) => opening)) && isBalanced(rows.map(closingOf)),
      accounts: rows.map((row) => ({
        account: row.account,
        opening: text(row.opening),
        closing: text(closingOf(row)),
        movements: row.movements.map(({ kind, credited, debited, postings, latePostings }) => ({
          kind,
          credited: text(credited),
          debited: text(debited),
          postings,
          latePostings,
        })),
      })),
    }
  })
}

type Moved = Awaited<ReturnType<typeof findMovements>>[number]

const nameOf = ({ asset, scope, account }: OfAccount) => `${asset} ${scope} ${account}`
const byName = (one: OfAccount, other: OfAccount) => (nameOf(one) < nameOf(other) ? -1 : 1)

const TRANSACTIONS_SHOWN = 50

/** Lists the newest transactions of an account of the system. */
export async function listTransactions(
  { db }: Context,
  query: CallInput<'ledger.transactions'>['query'],
): Promise<CallData<'ledger.transactions'>> {
  const { asset, scope = '', account, before = Number.MAX_SAFE_INTEGER } = query
  const of = { asset, scope, account }
  const found = await findTransactionsOf(db, of, {
    before: Number(before),
    limit: TRANSACTIONS_SHOWN + 1,
  })
  const { symbol, text } = (await readUnits(db))(asset, scope)
  const list = found.slice(0, TRANSACTIONS_SHOWN)
  return {
    asset,
    scope,
    symbol,
    list: list.map(({ transactionId, kind, postedAt, amount }) => ({
      transactionId,
      kind,
      postedAt: postedAt.toISOString(),
      amount: text(amount),
    })),
    nextBefore: found.length > list.length ? (list.at(-1)?.transactionId ?? null) : null,
  }
}
