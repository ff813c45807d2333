import { isReplacedForGood, lastNight } from '@solstice/rules/books'
import {
  readBalance,
  readBlock,
  readCount,
  readHeadNumber,
  readTokenBalance,
} from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import {
  contractsOnChain,
  networkByChain,
  type Network,
} from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode } from '#/platform/process/context.ts'
import {
  findAccount,
  findAccounts,
  findDistributor,
  findHolders,
  findTokens,
  insertAccount,
  insertToken,
  lockAccount,
  paymentsReadTo,
  saveAccount,
  type Account,
} from './account.queries.ts'
import { COIN } from './reconciliation.table.ts'
import { takeRunStep } from './run.service.ts'
import { findFinishedRuns, findRun, insertRun, undoRunsAfter, type Run } from './run.queries.ts'

type Context = AppContext
type Failure = NonNullable<Account['failure']>

/** Thrown when an account cannot be reconciled now. */
class NotReconcilable extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

/**
 * Adds the accounts of the treasury that are new: those that pay, and deployed distributors. Returns
 * those that are due, because they were not reconciled since the last night or an operator asked.
 */
export async function findDue(ctx: Context): Promise<Account[]> {
  const createdAt = ctx.now()
  for (const holder of await findHolders(ctx.db)) {
    await insertAccount(ctx.db, { ...holder, createdAt })
  }
  const night = lastNight(createdAt)
  const accounts = await findAccounts(ctx.db)
  return accounts.filter(
    ({ reconciledAt, requestedAt }) =>
      reconciledAt === null ||
      reconciledAt < night ||
      (requestedAt !== null && requestedAt > reconciledAt),
  )
}

/**
 * Takes one step of the reconciliation of an account. Every step commits with its position, so an
 * interrupted one continues where it was.
 */
export async function reconcileStep(
  ctx: Context,
  due: Account,
): Promise<'more' | 'done' | 'failed'> {
  // Earlier steps have moved it.
  const account = (await findAccount(ctx.db, due.id)) ?? due
  try {
    const network = await networkByChain(ctx, account.chainId)
    // A network that is switched off can have no new movements.
    if (!network) return 'done'
    const node = await nodeOf(ctx, network)
    const run = await findRun(ctx.db, account.id)
    if (!run) {
      const read = { account, network, node }
      if (await isReplaced(read)) return await leaveReplacedChain(ctx, read)
      return await beginRun(ctx, read)
    }
    return await takeRunStep(ctx, { account, node, run })
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    ctx.log.warn({ err: error, account: account.id, failure }, 'An account was not reconciled')
    await saveAccount(ctx.db, account.id, { failedAt: ctx.now(), failure })
    return 'failed'
  }
}

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof NotReconcilable) return error.failure
  return error instanceof ChainError ? 'SILENT' : undefined
}

type Read = { account: Account; network: Network; node: ChainNode }

/** The holdings of an account at a final block. */
type Snapshot = {
  block: { number: number; hash: string }
  nonce: number
  claimed: bigint
  balances: { contract: string; symbol: string; decimals: number; onChain: bigint }[]
}

/** Returns whether the chain has another block in place of the last reconciled one. */
async function isReplaced({ account, node }: Read): Promise<boolean> {
  const { blockNumber, blockHash } = account
  if (blockNumber === null || (await readHeadNumber(node)) < blockNumber) return false
  return (await readBlock(node, blockNumber))?.hash !== blockHash
}

/** Each run needs a request to the node. */
const RUNS_SEARCHED = 100

/**
 * Reports a replaced chain once, so that a node on a wrong fork has time to return. The next attempt
 * continues after the newest run whose block the chain still contains. If there is none, the books stay
 * and continue at the head, so that whatever was replaced appears as a difference.
 */
async function leaveReplacedChain(ctx: Context, read: Read): Promise<'more' | 'failed'> {
  const { account } = read
  const { failure, failedAt, requestedAt } = account
  if (failure !== 'REORGANISED' || failedAt === null) throw new NotReconcilable('REORGANISED')
  // Reported already: waiting for the node must not begin again.
  if (!isReplacedForGood({ failedAt, requestedAt }, ctx.now())) return 'failed'
  const kept = await findKeptRun(ctx, read)
  const snapshot = kept ? undefined : await readSnapshot(ctx, read)
  const about = {
    account: account.id,
    block: account.blockNumber,
    keptBlock: kept?.toBlock ?? null,
  }
  await ctx.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, account.id)
    // Another worker was faster.
    if (locked.blockHash !== account.blockHash || (await findRun(tx, account.id))) return
    ctx.log.error(about, 'The chain replaced blocks that were reconciled')
    if (kept) {
      await undoRunsAfter(tx, kept)
      const { toBlock: blockNumber, toHash: blockHash, toNonce: nonce, claimed } = kept
      await saveAccount(tx, account.id, { blockNumber, blockHash, nonce, claimed })
    } else if (snapshot) {
      const { block, nonce, claimed } = snapshot
      const head = { blockNumber: block.number, blockHash: block.hash }
      await saveAccount(tx, account.id, { ...head, nonce, claimed })
    }
  })
  return 'more'
}

async function findKeptRun(ctx: Context, { account, node }: Read): Promise<Run | undefined> {
  for (const run of await findFinishedRuns(ctx.db, account.id, RUNS_SEARCHED)) {
    if ((await readBlock(node, run.toBlock))?.hash === run.toHash) return run
  }
  return undefined
}

/** Reads the balances at the newest final block, and begins a run up to it. */
async function beginRun(ctx: Context, read: Read): Promise<'more'> {
  const { account } = read
  const snapshot = await readSnapshot(ctx, read)
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, account.id)
    // Another worker was faster.
    if (locked.blockNumber !== account.blockNumber || (await findRun(tx, account.id))) return
    const known = new Set((await findTokens(tx, account.id)).map(({ contract }) => contract))
    const { block, nonce, claimed, balances } = snapshot
    const isFirst = locked.blockNumber === null
    const position = isFirst ? block.number : locked.nonce
    const span = { fromBlock: locked.blockNumber ?? block.number, toBlock: block.number }
    const phase = isFirst ? 'END' : account.kind === 'TREASURY' ? 'NONCES' : 'LOGS'
    await insertRun(
      tx,
      {
        accountId: account.id,
        ...span,
        toHash: block.hash,
        fromNonce: isFirst ? nonce : locked.nonce,
        toNonce: nonce,
        claimed,
        phase,
        position: phase === 'LOGS' ? span.fromBlock + 1 : position,
        startedAt: at,
      },
      balances.map(({ contract, onChain }) => ({
        contract,
        isNew: !known.has(contract),
        onChain,
      })),
    )
    for (const { onChain, ...token } of balances) {
      if (known.has(token.contract)) continue
      // The first balance that is seen opens the books of a token.
      const opened = { opening: onChain, onChain, openedBlock: block.number, openedAt: at }
      await insertToken(tx, { accountId: account.id, ...token, ...opened })
    }
  })
  return 'more'
}

async function readSnapshot(ctx: Context, { account, network, node }: Read): Promise<Snapshot> {
  const final = (await readHeadNumber(node)) - network.confirmations + 1
  const { readTo, claimed } = await recordsOf(ctx, account)
  // Recorded claims of blocks that this node does not have would appear as a difference.
  if (account.kind === 'DISTRIBUTOR' && final < readTo) throw new NotReconcilable('BEHIND')
  const at = Math.min(final, readTo)
  if (account.blockNumber !== null && at < account.blockNumber) throw new NotReconcilable('BEHIND')
  const block = await readBlock(node, Math.max(0, at))
  if (!block) throw new ChainError(`The node has no block ${at}`)
  const balances = []
  for (const token of await tokensOf(ctx, account)) {
    const onChain =
      token.contract === COIN
        ? await readBalance(node, account.address, block.number)
        : await readTokenBalance(node, token.contract, account.address, block.number)
    balances.push({ ...token, onChain })
  }
  const nonce =
    account.kind === 'TREASURY' ? await readCount(node, account.address, block.number) : 0
  return { block, nonce, claimed, balances }
}

/** Returns the block up to which the records of an account are complete. */
async function recordsOf(
  { db }: Context,
  { kind, chainId, address }: Account,
): Promise<{ readTo: number; claimed: bigint }> {
  if (kind === 'DISTRIBUTOR') {
    const found = await findDistributor(db, { chainId, address })
    if (found?.scannedTo == null) throw new NotReconcilable('NOT_SCANNED')
    return { readTo: found.scannedTo, claimed: found.claimed }
  }
  const readTo = await paymentsReadTo(db, chainId)
  if (readTo === undefined) throw new NotReconcilable('NOT_SCANNED')
  return { readTo, claimed: 0n }
}

/** Returns the coin and the tokens of an account, also those that are switched off by now. */
async function tokensOf(ctx: Context, { id, kind, chainId, address }: Account) {
  const opened = await findTokens(ctx.db, id)
  const listed =
    kind === 'DISTRIBUTOR'
      ? [await findDistributor(ctx.db, { chainId, address })].flatMap((found) =>
          found ? [{ ...found, contract: found.token }] : [],
        )
      : (await contractsOnChain(ctx, chainId)).map((each) => ({
          ...each,
          contract: each.address?.toLowerCase() ?? COIN,
        }))
  const all = new Map(
    [...listed, ...opened].map(({ contract, symbol, decimals }) => [
      contract,
      { contract, symbol, decimals },
    ]),
  )
  return [...all.values()]
}
