import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { isSameAddress } from '@solstice/rules/address'
import { transactionState } from '#/modules/chain/chain.service.ts'
import { networkByChain } from '#/modules/network/network.service.ts'
import { lockMember } from '#/modules/users/users.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  cursorOf,
  idCursor,
  offsetOf,
  pageBefore,
  pageOf,
  splitPage,
  withCursor,
  type CursorQuery,
} from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findTransactions,
  findTransactionsBefore,
  insertOrFindTransaction,
  updateTransaction,
  type WalletTransactionRow,
} from './wallet-transactions.queries.ts'
import { addressIn } from './wallet.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'chains'>

type Sent = {
  txHash: string
  chainId: number
  from: string
  to: string
  value: string
  symbol: string
  contractAddress?: string | null | undefined
}

/**
 * Stores a transaction that the member reports as sent. Only the chain decides whether it counts.
 */
export async function recordTransaction(
  ctx: Context,
  member: { memberId: number; walletAddress: string | null },
  sent: Sent,
): Promise<CallData<'wallet.addTransaction'>> {
  const [from, to] = [addressIn(sent.from), addressIn(sent.to)]
  const contractAddress = sent.contractAddress ? addressIn(sent.contractAddress) : null
  if (member.walletAddress === null || !isSameAddress(member.walletAddress, from)) {
    throw refuse(Code.INVALID_REQUEST)
  }
  if (!(await networkByChain(ctx, sent.chainId))) throw refuse(Code.INVALID_REQUEST)
  const kept = await ctx.db.transaction(async (tx) => {
    // The lock prevents writing rows for an account that is being deleted.
    await lockMember(tx, member.memberId)
    return insertOrFindTransaction(tx, {
      memberId: member.memberId,
      chainId: sent.chainId,
      txHash: sent.txHash.toLowerCase(),
      from,
      to,
      value: sent.value,
      symbol: sent.symbol,
      contractAddress,
      createdAt: ctx.now(),
    })
  })
  return viewOf(await refreshStatus(ctx, kept))
}

export async function listTransactions(
  ctx: Context,
  memberId: number,
  query: CursorQuery & { chainIds: readonly number[] | undefined },
): Promise<CallData<'wallet.transactions'>> {
  const { page, size, before, chainIds } = query
  const of = { memberId, chainIds }
  if (before === undefined) {
    const range = { size, offset: offsetOf(query) }
    const { rows, totalCount } = await findTransactions(ctx.db, of, range)
    const numbered = pageOf({ page, size }, await currentViews(ctx, rows), totalCount)
    return withCursor(numbered, idCursor(rows.at(-1)))
  }
  const beforeId = cursorOf(before)?.id
  const rows = await findTransactionsBefore(ctx.db, of, { beforeId, size: size + 1 })
  const { shown, last } = splitPage(rows, size)
  return pageBefore({ page, size }, await currentViews(ctx, shown), idCursor(last))
}

async function currentViews(ctx: Context, rows: readonly WalletTransactionRow[]) {
  const seen = await Promise.all(rows.map((row) => refreshStatus(ctx, row)))
  return seen.map(viewOf)
}

/**
 * Checks a transaction on the chain until it is final. Rows from before 0070 were finalised without
 * a comparison with the chain; they keep their status and are checked once.
 */
async function refreshStatus(
  ctx: Context,
  row: WalletTransactionRow,
): Promise<WalletTransactionRow> {
  if (row.final && row.onChain !== null) return row
  const network = await networkByChain(ctx, row.chainId)
  if (!network) return row
  try {
    const seen = await withTimeout(transactionState(ctx, network, row))
    if (!seen) return row
    const { status, nonce, final, isOnChain } = seen
    const now = row.final
      ? { status: row.status, nonce: row.nonce, final: true, onChain: isOnChain }
      : { status, nonce, final, onChain: isOnChain }
    const isChanged =
      now.status !== row.status ||
      now.nonce !== row.nonce ||
      now.onChain !== row.onChain ||
      now.final
    if (isChanged) await updateTransaction(ctx.db, row.id, now)
    return { ...row, ...now }
  } catch (error) {
    if (error instanceof ChainError) return row
    throw error
  }
}

const REFRESH_TIMEOUT_MS = 2000

/** Limits the wait for a slow chain, because the stored state can be returned instead. */
async function withTimeout<Result>(pending: Promise<Result>): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, REFRESH_TIMEOUT_MS, undefined)
  try {
    return await Promise.race([pending, late])
  } finally {
    clearTimeout(timer)
    // A late failure has no effect, but must not be an unhandled rejection.
    pending.catch(() => {})
  }
}

function viewOf(row: WalletTransactionRow): CallData<'wallet.addTransaction'> {
  const { id, txHash, chainId, from, to, value, symbol, contractAddress, status, createdAt } = row
  return {
    id,
    txHash,
    chainId,
    from,
    to,
    value,
    symbol,
    contractAddress,
    status,
    isOnChain: row.onChain === true,
    createdAt: createdAt.toISOString(),
  }
}
