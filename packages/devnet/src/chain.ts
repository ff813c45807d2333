import { openEngine, RpcError, type Engine } from './engine.ts'
import { GENESIS_TIME, LOCAL_CONFIRMATIONS, type LocalNetwork } from './genesis.ts'
import type { Journal, JournalBlock } from './journal.ts'

export type ChainOptions = {
  network: LocalNetwork
  /** Persists blocks across restarts. */
  journal: Journal
  now: () => Date
  blockMs: number
  /** Called when a block could not be stored; the chain retries. */
  onFault: (error: unknown) => void
}

export type LocalChain = {
  network: LocalNetwork
  /** Returns the node's result; throws `RpcError` for an error response. */
  call: (method: string, params: readonly unknown[]) => Promise<unknown>
  mine: (blocks: number) => Promise<void>
  /** Removes the last blocks; their transactions are dropped or queued again. */
  rollBack: (blocks: number, transactions: 'drop' | 'requeue') => Promise<void>
  /** Transactions stay pending while the chain is stalled. */
  stall: (stalled: boolean) => void
  /** Mines pending transactions, so that no accepted one is lost, and closes the journal. */
  close: () => Promise<void>
}

/**
 * Opens a chain that mines when a transaction is pending, then as many blocks as finality needs,
 * then pauses. A chain that mined forever could not be replayed.
 */
export async function openChain(options: ChainOptions): Promise<LocalChain> {
  const { network, journal, now, blockMs, onFault } = options
  let engine = await replay(network, journal.blocks)
  /** Maps hashes to signed transactions from their arrival until they are in a block. */
  const waiting = new Map<string, string>()
  let newestTime = journal.blocks.reduce((newest, { time }) => Math.max(newest, time), GENESIS_TIME)
  let hasPendingTransactions = false
  let blocksUntilPause = blocksToFinality(journal.blocks)
  let stalled = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  /** Serialises all changes of the chain. */
  let lastChange: Promise<unknown> = Promise.resolve()

  function alone<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = lastChange.then(change)
    lastChange = result.catch(() => {})
    return result
  }

  async function mineOne(): Promise<void> {
    // Time advances after a roll-back, so that a block never equals the one it replaces.
    const time = Math.max(Math.floor(now().getTime() / 1000), newestTime + 1)
    const block = await mineBlock(engine, time, waiting)
    try {
      await journal.append(block)
    } catch (error) {
      // A block must not be visible until it is on disk. The transactions go back to the queue.
      engine = await replay(network, journal.blocks)
      await requeue(waiting.values())
      throw error
    }
    newestTime = time
    const pending = await pendingHashes(engine)
    for (const hash of waiting.keys()) if (!pending.has(hash)) waiting.delete(hash)
    hasPendingTransactions = block.raw.length > 0 && pending.size > 0
    blocksUntilPause =
      block.raw.length > 0 ? LOCAL_CONFIRMATIONS + 1 : Math.max(0, blocksUntilPause - 1)
  }

  async function requeue(rawTransactions: Iterable<string>): Promise<void> {
    for (const raw of rawTransactions) {
      try {
        const hash = await engine.call('eth_sendRawTransaction', [raw])
        waiting.set(String(hash), raw)
        hasPendingTransactions = true
      } catch (error) {
        // The transaction may be invalid on the current chain; a real node drops it too.
        if (!(error instanceof RpcError)) throw error
      }
    }
  }

  const isDue = () => !closed && !stalled && (hasPendingTransactions || blocksUntilPause > 0)

  function schedule(): void {
    if (timer || !isDue()) return
    timer = setTimeout(() => {
      timer = undefined
      alone(async () => {
        if (isDue()) await mineOne()
      })
        .catch(onFault)
        .finally(schedule)
    }, blockMs)
  }

  async function send(raw: unknown): Promise<unknown> {
    const hash = await alone(async () => {
      if (closed) throw new RpcError(-32_000, 'The chain is closed')
      const accepted = await engine.call('eth_sendRawTransaction', [raw])
      waiting.set(String(accepted), String(raw))
      hasPendingTransactions = true
      return accepted
    })
    schedule()
    return hash
  }

  schedule()
  return {
    network,
    call: async (method, params) => {
      if (method === 'eth_sendRawTransaction') return send(params[0])
      await lastChange
      const result = await engine.call(method, params)
      // Returns data of a block in progress only after the block is on disk.
      await lastChange
      return result
    },
    mine: async (blocks) => {
      await alone(async () => {
        for (let mined = 0; mined < blocks; mined += 1) await mineOne()
      })
      schedule()
    },
    rollBack: async (blocks, transactions) => {
      await alone(async () => {
        const count = Math.min(blocks, journal.blocks.length)
        if (count === 0) return
        const dropped = journal.blocks.slice(-count).flatMap(({ raw }) => raw)
        await journal.takeBack(count)
        engine = await replay(network, journal.blocks)
        blocksUntilPause = blocksToFinality(journal.blocks)
        const queue = [...(transactions === 'requeue' ? dropped : []), ...waiting.values()]
        waiting.clear()
        await requeue(queue)
      })
      schedule()
    },
    stall: (value) => {
      stalled = value
      schedule()
    },
    close: async () => {
      if (closed) return
      clearTimeout(timer)
      await alone(async () => {
        closed = true
        if (hasPendingTransactions && !stalled) await mineOne()
        await journal.close()
      })
    },
  }
}

/** Ensures that transactions still reach finality after a restart. */
function blocksToFinality(blocks: readonly JournalBlock[]): number {
  const last = blocks.findLastIndex(({ raw }) => raw.length > 0)
  if (last < 0) return 0
  const above = blocks.length - 1 - last
  return Math.max(0, LOCAL_CONFIRMATIONS + 1 - above)
}

/** Deploys the token in the first block, replays the journal and verifies the last hash. */
async function replay(network: LocalNetwork, blocks: readonly JournalBlock[]): Promise<Engine> {
  const engine = await openEngine(network.chainId)
  await engine.call('eth_sendRawTransaction', [network.deployment])
  await engine.call('evm_mine', [GENESIS_TIME + 1])
  for (const { raw, time } of blocks) {
    for (const each of raw) await engine.call('eth_sendRawTransaction', [each])
    await engine.call('evm_mine', [time])
  }
  // A block hash covers all earlier blocks, so a correct last hash verifies all of them.
  const last = blocks.at(-1)
  if (last && (await blockAt(engine, 'latest')).hash !== last.hash) {
    const number = await findFirstMismatch(engine, blocks)
    throw new Error(
      `Chain ${network.chainId} does not replay: block ${number} does not have the hash in its ` +
        'journal. Move the journal away to start a new chain.',
    )
  }
  return engine
}

/** Blocks 0 and 1 never change and are not in the journal. */
const FIRST_JOURNAL_BLOCK = 2

async function findFirstMismatch(engine: Engine, blocks: readonly JournalBlock[]): Promise<number> {
  for (const [at, { hash }] of blocks.entries()) {
    const number = FIRST_JOURNAL_BLOCK + at
    if ((await blockAt(engine, `0x${number.toString(16)}`)).hash !== hash) return number
  }
  return FIRST_JOURNAL_BLOCK + blocks.length
}

async function mineBlock(
  engine: Engine,
  time: number,
  waiting: ReadonlyMap<string, string>,
): Promise<JournalBlock> {
  await engine.call('evm_mine', [time])
  const { hash, transactions } = await blockAt(engine, 'latest')
  return { time, raw: transactions.flatMap((each) => waiting.get(each) ?? []), hash }
}

async function blockAt(
  engine: Engine,
  at: string,
): Promise<{ hash: string; transactions: string[] }> {
  return (await engine.call('eth_getBlockByNumber', [at, false])) as {
    hash: string
    transactions: string[]
  } // The response type of the method.
}

async function pendingHashes(engine: Engine): Promise<Set<string>> {
  const pending = (await engine.call('eth_pendingTransactions', [])) as { hash: string }[]
  return new Set(pending.map(({ hash }) => hash))
}
