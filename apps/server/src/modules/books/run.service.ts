import { differenceOf, expectedBalance } from '@solstice/rules/books'
import { checksumAddress } from '@solstice/rules/address'
import type { AppContext, ChainNode } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findTokens, lockAccount, saveAccount, saveToken, type Account } from './account.queries.ts'
import { readCoinMoves, readTokenMoves, sentMoves } from './chain-movements.service.ts'
import { COIN } from './reconciliation.table.ts'
import {
  addMovements,
  addPayments,
  addTransfers,
  findFundings,
  findMovements,
  findRunTokens,
  findSent,
  matchClaims,
  moveRun,
  removeMatched,
  saveRunToken,
  type Moved,
  type Movement,
  type Run,
} from './run.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'log' | 'atFaultPoint'>
type Step = { account: Account; node: ChainNode; run: Run }
type Next = Pick<Run, 'phase' | 'position'>

/** Each transaction needs a receipt of the node. */
const NONCES_PER_STEP = 50
const BLOCKS_PER_STEP = 200
/** Coin that moved is looked for in so many blocks; beyond that the difference names no transfer. */
const BLOCKS_SEARCHED_MAX = 20_000

/** Takes the next step of a run: transactions sent, payments received, transfers on chain, result. */
export function takeRunStep(ctx: Context, step: Step): Promise<'more' | 'done'> {
  switch (step.run.phase) {
    case 'NONCES':
      return readNonces(ctx, step)
    case 'PAYMENTS':
      return store(ctx, step.run, afterPayments(step.run), (tx) =>
        addPayments(tx, step.run, step.account),
      )
    case 'LOGS':
      return readTransfers(ctx, step)
    case 'BLOCKS':
      return searchBlocks(ctx, step)
    case 'END':
      return endRun(ctx, step)
  }
}

const afterPayments = ({ fromBlock }: Run): Next => ({ phase: 'LOGS', position: fromBlock + 1 })

/** Stores the result of a step with its position; a step that another worker stored is dropped. */
async function store(
  ctx: Context,
  run: Run,
  next: Next,
  write: (tx: Db) => Promise<void>,
): Promise<'more'> {
  await ctx.db.transaction(async (tx) => {
    if (!(await moveRun(tx, run, next))) return
    await write(tx)
    ctx.atFaultPoint?.('books-reconciling')
  })
  return 'more'
}

/** Reads the transactions that the account sent, which its nonces number without gaps. */
async function readNonces(ctx: Context, { account, node, run }: Step): Promise<'more'> {
  const to = Math.min(run.toNonce, run.position + NONCES_PER_STEP)
  const { chainId, address } = account
  const accounts = [address, checksumAddress(address)]
  const sent = await findSent(ctx.db, { chainId, accounts }, { from: run.position, to })
  const moved: Moved[] = []
  const movements: Movement[] = []
  for (const payouts of Map.groupBy(sent, ({ nonce }) => nonce).values()) {
    const found = await sentMoves(node, payouts, run.toBlock)
    moved.push(...found.moved)
    movements.push(...found.movements)
  }
  const isEnd = to >= run.toNonce
  const next: Next = isEnd ? { phase: 'PAYMENTS', position: 0 } : { phase: 'NONCES', position: to }
  return store(ctx, run, next, async (tx) => {
    await addTransfers(tx, run.id, moved)
    await addMovements(tx, run.id, movements)
  })
}

async function readTransfers(ctx: Context, { account, node, run }: Step): Promise<'more'> {
  if (run.position > run.toBlock) return leaveLogs(ctx, account, run)
  const known = await findRunTokens(ctx.db, run.id)
  const tokens = known.flatMap(({ contract, isNew }) =>
    contract === COIN || isNew ? [] : [contract],
  )
  const of = { address: account.address, tokens }
  const range = { from: run.position, to: run.toBlock }
  const { to, moved } = await readTokenMoves(node, of, range)
  const funded = account.kind === 'DISTRIBUTOR' ? await fundingsIn(ctx.db, account, moved) : []
  return store(ctx, run, { phase: 'LOGS', position: to + 1 }, async (tx) => {
    await addTransfers(tx, run.id, [...moved, ...funded])
    const movements = funded.map(({ contract, recorded }) => ({
      contract,
      kind: 'FUND',
      amount: recorded,
    }))
    await addMovements(tx, run.id, movements)
  })
}

/** Returns the recorded payouts among the transfers to a distributor. */
async function fundingsIn(db: Db, { address }: Account, moved: readonly Moved[]): Promise<Moved[]> {
  const arrived = new Map(
    moved.filter(({ onChain }) => onChain > 0n).map((each) => [each.txHash, each]),
  )
  if (arrived.size === 0) return []
  const found = await findFundings(db, address, [...arrived.keys()])
  return found.flatMap(({ txHash, amount }) => {
    const transfer = arrived.get(txHash ?? '')
    return transfer ? [{ ...transfer, onChain: 0n, recorded: amount }] : []
  })
}

/** Coin has no logs, so blocks are searched only when the difference of the coin has changed. */
async function leaveLogs(ctx: Context, account: Account, run: Run): Promise<'more'> {
  const coin = (await resultsOf(ctx.db, account, run)).find(({ contract }) => contract === COIN)
  const hasChanged = coin !== undefined && coin.difference !== coin.differenceBefore
  const next: Next = hasChanged
    ? { phase: 'BLOCKS', position: Math.max(run.fromBlock + 1, run.toBlock - BLOCKS_SEARCHED_MAX) }
    : { phase: 'END', position: 0 }
  return store(ctx, run, next, async (tx) => {
    if (account.kind !== 'DISTRIBUTOR') return
    const claimed = run.claimed - account.claimed
    await matchClaims(tx, run.id, { ...account, claimed })
    const [token] = await findRunTokens(tx, run.id)
    if (!token || claimed === 0n) return
    const { contract } = token
    await addMovements(tx, run.id, [{ contract, kind: 'CLAIM', amount: -claimed }])
  })
}

async function searchBlocks(ctx: Context, { account, node, run }: Step): Promise<'more'> {
  const to = Math.min(run.toBlock, run.position + BLOCKS_PER_STEP - 1)
  const moved: Moved[] = []
  for (let at = run.position; at <= to; at += 1) {
    moved.push(...(await readCoinMoves(node, account.address, at)))
  }
  const next: Next =
    to >= run.toBlock ? { phase: 'END', position: 0 } : { phase: 'BLOCKS', position: to + 1 }
  // The records stood for the chain until here.
  return store(ctx, run, next, (tx) => addTransfers(tx, run.id, moved, 'set'))
}

type Result = {
  contract: string
  recorded: bigint
  before: bigint
  expected: bigint
  onChain: bigint
  difference: bigint
  differenceBefore: bigint
}

async function resultsOf(db: Db, account: Account, run: Run): Promise<Result[]> {
  const books = new Map((await findTokens(db, account.id)).map((token) => [token.contract, token]))
  const movements = await findMovements(db, [run.id])
  return (await findRunTokens(db, run.id)).flatMap(({ contract, onChain }) => {
    const token = books.get(contract)
    if (!token) return []
    const recorded = movements
      .filter((each) => each.contract === contract)
      .reduce((sum, { amount }) => sum + amount, 0n)
    const after = { ...token, recorded: token.recorded + recorded }
    return [
      {
        contract,
        recorded,
        onChain,
        before: expectedBalance(token),
        expected: expectedBalance(after),
        difference: differenceOf(after, onChain),
        differenceBefore: differenceOf(token, token.onChain),
      },
    ]
  })
}

/** Compares the expected balances with those on chain, and keeps the transactions that differ. */
async function endRun(ctx: Context, { account, run }: Step): Promise<'more' | 'done'> {
  const at = ctx.now()
  return ctx.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, account.id)
    if (!(await moveRun(tx, run, { finishedAt: at }))) return 'more'
    for (const result of await resultsOf(tx, locked, run)) {
      const { contract, before, expected, recorded, onChain, difference } = result
      await saveRunToken(tx, { runId: run.id, contract }, { before, expected })
      await saveToken(tx, { accountId: account.id, contract }, { recorded, onChain })
      if (difference !== 0n) {
        const about = { account: account.id, contract, block: run.toBlock }
        ctx.log.error(about, 'The treasury differs from its books')
      }
    }
    await removeMatched(tx, run.id)
    await saveAccount(tx, account.id, {
      blockNumber: run.toBlock,
      blockHash: run.toHash,
      nonce: run.toNonce,
      claimed: run.claimed,
      reconciledAt: at,
      failedAt: null,
      failure: null,
    })
    ctx.atFaultPoint?.('books-reconciling')
    return 'done'
  })
}
