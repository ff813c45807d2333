import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { amountText, unitsOf } from '@solstice/rules/amount'
import {
  bookingsOf,
  differenceOf,
  expectedBalance,
  isBookable,
  isOverdue,
  unexplainedOf,
} from '@solstice/rules/books'
import { enabledNetworks, type Network } from '#/modules/network/network.service.ts'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  addBooking,
  findAccount,
  findAccounts,
  findRunning,
  findTokens,
  lockAccount,
  requestAll,
  type Account,
  type Token,
} from './account.queries.ts'
import { wakeReconciliation } from './books.queue.ts'
import { COIN } from './reconciliation.table.ts'
import {
  findBookings,
  findDiffering,
  findExplaining,
  findRuns,
  findTokensOfRuns,
} from './reconciliation-view.queries.ts'
import { findMovements } from './run.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type View = CallData<'ledger.reconciliation'>
type AccountView = View['account']

/** Returns every account with the result of its last reconciliation. */
export async function listReconciliations(
  ctx: Context,
): Promise<CallData<'ledger.reconciliations'>> {
  const { db } = ctx
  const networks = await enabledNetworks(ctx)
  const running = await findRunning(db)
  const tokens = Map.groupBy(await findTokens(db), ({ accountId }) => accountId)
  const accounts = (await findAccounts(db)).map((account) =>
    accountView(account, {
      now: ctx.now(),
      network: networks.find(({ chainId }) => chainId === account.chainId),
      hasRun: running.has(account.id),
      tokens: tokens.get(account.id) ?? [],
    }),
  )
  return { accounts }
}

type Beside = {
  now: Date
  /** Undefined for a network that is switched off. */
  network: Network | undefined
  /** True if a reconciliation was begun and has not finished. */
  hasRun: boolean
  tokens: readonly Token[]
}

function accountView(account: Account, { now, network, hasRun, tokens }: Beside) {
  const { blockNumber, blockHash, failedAt, failure, requestedAt, reconciledAt } = account
  const isWaiting = requestedAt !== null && (reconciledAt === null || requestedAt > reconciledAt)
  const view: AccountView = {
    accountId: account.id,
    chainId: account.chainId,
    networkName: network?.name ?? String(account.chainId),
    address: account.address,
    kind: account.kind,
    createdAt: account.createdAt.toISOString(),
    block:
      blockNumber === null || blockHash === null ? null : { number: blockNumber, hash: blockHash },
    reconciledAt: reconciledAt?.toISOString() ?? null,
    failure: failedAt && failure ? { at: failedAt.toISOString(), why: failure } : null,
    isOverdue: isOverdue(account, now),
    // Nothing is reconciled on a network that is switched off, even if it was begun or requested.
    isRunning: network !== undefined && (hasRun || (isWaiting && failure === null)),
    tokens: tokens.map((token) => ({
      ...named(token),
      opening: textOf(token.opening, token),
      openedAt: token.openedAt.toISOString(),
      openedBlock: token.openedBlock,
      recorded: textOf(token.recorded, token),
      booked: textOf(token.booked, token),
      expected: textOf(expectedBalance(token), token),
      onChain: textOf(token.onChain, token),
      difference: textOf(differenceOf(token, token.onChain), token),
    })),
  }
  return view
}

type Named = Pick<Token, 'contract' | 'symbol' | 'decimals'>

const named = ({ contract, symbol, decimals }: Named) => ({
  contract: contract === COIN ? null : contract,
  symbol,
  decimals,
})
const textOf = (amount: bigint, { decimals }: Pick<Token, 'decimals'>) =>
  amountText(amount, decimals)

const RUNS_SHOWN = 20
const TRANSFERS_SHOWN = 100
const BOOKINGS_SHOWN = 100

/** Returns an account with its history and everything that explains its differences. */
export async function showReconciliation(
  ctx: Context,
  { accountId, before }: { accountId: number; before?: string | undefined },
): Promise<View> {
  const { db } = ctx
  const account = await findAccount(db, accountId)
  if (!account) throw refuse(Code.NOT_FOUND)
  const tokens = await findTokens(db, accountId)
  const tokenOf = new Map(tokens.map((token) => [token.contract, token]))
  const newest = await findBookings(db, accountId, BOOKINGS_SHOWN + 1)
  const bookings = newest.slice(0, BOOKINGS_SHOWN)
  const differing = await findDiffering(db, accountId, TRANSFERS_SHOWN)
  const explained = bookingsOf(differing, await findExplaining(db, accountId, differing))
  const transfers = differing.flatMap((transfer) => {
    const token = tokenOf.get(transfer.contract)
    return token ? [{ ...transfer, token, bookingId: explained.get(transfer) ?? null }] : []
  })
  const networks = await enabledNetworks(ctx)
  return {
    account: accountView(account, {
      now: ctx.now(),
      network: networks.find(({ chainId }) => chainId === account.chainId),
      hasRun: (await findRunning(db)).has(accountId),
      tokens,
    }),
    transfers: transfers.map(({ token, txHash, blockNumber, bookingId, ...amounts }) => ({
      ...named(token),
      txHash,
      blockNumber,
      onChain: textOf(amounts.onChain, token),
      recorded: textOf(amounts.recorded, token),
      foundAt: amounts.foundAt.toISOString(),
      bookingId,
    })),
    unexplained: tokens.flatMap((token) => {
      const open = transfers.filter(
        ({ contract, bookingId }) => contract === token.contract && bookingId === null,
      )
      const amount = unexplainedOf(differenceOf(token, token.onChain), open)
      return amount === 0n ? [] : [{ ...named(token), amount: textOf(amount, token) }]
    }),
    bookings: bookings.flatMap(({ contract, amount, id, bookedAt, ...booking }) => {
      const token = tokenOf.get(contract)
      if (!token) return []
      const own = { ...booking, bookingId: id, bookedAt: bookedAt.toISOString() }
      return [{ ...named(token), ...own, amount: textOf(amount, token) }]
    }),
    hasMoreBookings: newest.length > bookings.length,
    ...(await runViews(db, accountId, tokenOf, before)),
  }
}

async function runViews(
  db: Db,
  accountId: number,
  tokenOf: ReadonlyMap<string, Token>,
  cursor: string | undefined,
): Promise<Pick<View, 'runs' | 'nextCursor'>> {
  const before = cursor === undefined || cursor === 'latest' ? Number.MAX_SAFE_INTEGER : +cursor
  const found = await findRuns(db, accountId, { before, limit: RUNS_SHOWN + 1 })
  const runs = found.slice(0, RUNS_SHOWN)
  const ids = runs.map(({ id }) => id)
  const tokens = await findTokensOfRuns(db, ids)
  const movements = await findMovements(db, ids)
  return {
    runs: runs.map(({ id, fromBlock, toBlock, toHash, startedAt, finishedAt }) => ({
      runId: id,
      fromBlock,
      toBlock,
      toHash,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      tokens: tokens
        .filter(({ runId }) => runId === id)
        .flatMap(({ contract, isNew, onChain, before: opening, expected }) => {
          const token = tokenOf.get(contract)
          if (!token) return []
          const text = (amount: bigint) => textOf(amount, token)
          const own = movements.filter((each) => each.runId === id && each.contract === contract)
          return [
            {
              ...named(token),
              isNew,
              before: opening === null ? null : text(opening),
              movements: own.map(({ kind, amount, count }) => ({
                kind,
                amount: text(amount),
                count,
              })),
              expected: expected === null ? null : text(expected),
              onChain: text(onChain),
              difference: expected === null ? null : text(onChain - expected),
            },
          ]
        }),
    })),
    nextCursor: found.length > runs.length ? String(ids.at(-1)) : null,
  }
}

/** Reconciles every account now. */
export async function startReconciliation(
  ctx: Context,
): Promise<CallData<'ledger.reconciliations'>> {
  await requestAll(ctx.db, ctx.now())
  await wakeReconciliation(ctx)
  return listReconciliations(ctx)
}

/** Books an amount in the transaction that checks the difference which the operator saw. */
export async function bookAmount(
  tx: Db,
  ctx: Context,
  by: Operator,
  { accountId, ...body }: { accountId: number } & CallInput<'ledger.book'>['body'],
): Promise<View> {
  const found = await findAccount(tx, accountId)
  if (!found) throw refuse(Code.NOT_FOUND)
  await lockAccount(tx, accountId)
  const contract = body.contract?.toLowerCase() ?? COIN
  const token = (await findTokens(tx, accountId)).find((each) => each.contract === contract)
  if (!token) throw refuse(Code.NOT_FOUND)
  const amount = signedUnits(body.amount, token)
  const seen = signedUnits(body.difference, token)
  const difference = differenceOf(token, token.onChain)
  if (amount === undefined || seen === undefined || !isBookable(amount, token)) {
    throw refuse(Code.INVALID_REQUEST)
  }
  if (seen !== difference) throw refuse(Code.DIFFERENCE_CHANGED)
  const bookedAt = ctx.now()
  const txHash = body.txHash?.toLowerCase() ?? null
  const { operatorId } = by
  const { reason } = body
  await addBooking(tx, { accountId, contract, amount, txHash, reason, operatorId, bookedAt })
  await appendAudit(tx, {
    at: bookedAt,
    actor: actorOf(by),
    action: 'ledger.book',
    subject: `treasury:${found.chainId}`,
    data: {
      reason,
      symbol: token.symbol,
      amount: textOf(amount, token),
      before: { difference: textOf(difference, token) },
      after: { difference: textOf(difference - amount, token) },
    },
  })
  return showReconciliation({ ...ctx, db: tx }, { accountId })
}

function signedUnits(text: string, { decimals }: Token): bigint | undefined {
  const units = unitsOf(text.replace(/^-/, ''), decimals)
  return units === undefined ? undefined : text.startsWith('-') ? -units : units
}

/** Transactions that an alarm names. */
const HASHES_NAMED = 3

/** Returns the differences and the accounts that were not reconciled for too long, for alarms. */
export async function reconciliationFacts(ctx: Context) {
  const { accounts } = await listReconciliations(ctx)
  const differences = []
  for (const { accountId, chainId, networkName, block, kind, tokens } of accounts) {
    const differing = tokens.filter(({ difference }) => difference !== '0')
    if (differing.length === 0) continue
    const { transfers } = await showReconciliation(ctx, { accountId })
    for (const { contract, symbol, difference } of differing) {
      const hashes = transfers
        .filter((each) => each.contract === contract && each.bookingId === null)
        .map(({ txHash }) => txHash)
      differences.push({
        subject: `books:${accountId}/${contract ?? 'coin'}`,
        chainId,
        network: networkName,
        kind,
        symbol,
        difference,
        block: block?.number ?? 0,
        transfers: hashes.slice(0, HASHES_NAMED),
      })
    }
  }
  // Nothing moves on a network that is switched off, and nobody could reconcile it.
  const enabled = new Set((await enabledNetworks(ctx)).map(({ chainId }) => chainId))
  const silent = accounts
    .filter((account) => account.isOverdue && enabled.has(account.chainId))
    .map(({ accountId, chainId, networkName, reconciledAt, createdAt }) => ({
      subject: `books:${accountId}`,
      chainId,
      network: networkName,
      since: reconciledAt ?? createdAt,
    }))
  return { differences, silent }
}
