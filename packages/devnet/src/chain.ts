import { openEngine, RpcError, type Engine } from './engine.ts'
import { GENESIS_TIME, LOCAL_CONFIRMATIONS, type LocalNetwork } from './genesis.ts'
import type { Journal, JournalBlock } from './journal.ts'

export type ChainOptions = {
  network: LocalNetwork
  /** What outlives the process. */
  journal: Journal
  now: () => Date
  blockMs: number
  /** Told when a block could not be kept; it is tried again. */
  onFault: (error: unknown) => void
}

export type LocalChain = {
  network: LocalNetwork
  /** As a node answers it; throws `RpcError` where a node answers an error. */
  call: (method: string, params: readonly unknown[]) => Promise<unknown>
  mine: (blocks: number) => Promise<void>
  /** The last blocks never happened; their transactions are dropped, or wait to be mined again. */
  rollBack: (blocks: number, transactions: 'drop' | 'requeue') => Promise<void>
  /** While stalled, transactions wait. */
  stall: (stalled: boolean) => void
  /** Mines what waits, so that nothing that was accepted is lost, and lets go of the journal. */
  close: () => Promise<void>
}

/**
 * A chain that mines when something waits, then as many blocks as finality needs, then rests: a
 * chain that mined for ever could not be replayed.
 */
export async function openChain(options: ChainOptions): Promise<LocalChain> {
  const { network, journal, now, blockMs, onFault } = options
  let engine = await replay(network, journal.blocks)
  /** Signed transactions by hash, from their arrival until a block has them. */
  const waiting = new Map<string, string>()
  let newestTime = journal.blocks.reduce((newest, { time }) => Math.max(newest, time), GENESIS_TIME)
  let hasNews = false
  let blocksToRest = missingToFinality(journal.blocks)
  let stalled = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  /** Everything that changes the chain, one after the other. */
  let changing: Promise<unknown> = Promise.resolve()

  function alone<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = changing.then(change)
    changing = result.catch(() => {})
    return result
  }

  async function mineOne(): Promise<void> {
    // After a roll-back time goes on, so that a block is never the one it replaces.
    const time = Math.max(Math.floor(now().getTime() / 1000), newestTime + 1)
    const block = await mineInto(engine, time, waiting)
    try {
      await journal.append(block)
    } catch (error) {
      // What is not on disk must not be seen. The transactions go back to the queue.
      engine = await replay(network, journal.blocks)
      await requeue(waiting.values())
      throw error
    }
    newestTime = time
    const pending = await pendingHashes(engine)
    for (const hash of waiting.keys()) if (!pending.has(hash)) waiting.delete(hash)
    hasNews = block.raw.length > 0 && pending.size > 0
    blocksToRest = block.raw.length > 0 ? LOCAL_CONFIRMATIONS + 1 : Math.max(0, blocksToRest - 1)
  }

  async function requeue(raws: Iterable<string>): Promise<void> {
    for (const raw of raws) {
      try {
        const hash = await engine.call('eth_sendRawTransaction', [raw])
        waiting.set(String(hash), raw)
        hasNews = true
      } catch (error) {
        // On the chain as it is now the transaction may be impossible; a node drops it, too.
        if (!(error instanceof RpcError)) throw error
      }
    }
  }

  const isDue = () => !closed && !stalled && (hasNews || blocksToRest > 0)

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
      hasNews = true
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
      await changing
      const result = await engine.call(method, params)
      // Whatever was seen of a block in the making is told when the block is on disk.
      await changing
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
        blocksToRest = missingToFinality(journal.blocks)
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
        if (hasNews && !stalled) await mineOne()
        await journal.close()
      })
    },
  }
}

/** A restart must not leave a transaction half-way to being final. */
function missingToFinality(blocks: readonly JournalBlock[]): number {
  const last = blocks.findLastIndex(({ raw }) => raw.length > 0)
  if (last < 0) return 0
  const above = blocks.length - 1 - last
  return Math.max(0, LOCAL_CONFIRMATIONS + 1 - above)
}

/** The first block brings the token; the others are those of the journal, down to the last hash. */
async function replay(network: LocalNetwork, blocks: readonly JournalBlock[]): Promise<Engine> {
  const engine = await openEngine(network.chainId)
  await engine.call('eth_sendRawTransaction', [network.deployment])
  await engine.call('evm_mine', [GENESIS_TIME + 1])
  for (const { raw, time } of blocks) {
    for (const each of raw) await engine.call('eth_sendRawTransaction', [each])
    await engine.call('evm_mine', [time])
  }
  // A block's hash covers all before it: if the last one is right, all are.
  const last = blocks.at(-1)
  if (last && (await blockAt(engine, 'latest')).hash !== last.hash) {
    const number = await firstOther(engine, blocks)
    throw new Error(
      `Chain ${network.chainId} does not replay: block ${number} has another hash than in its ` +
        'journal. Move the journal away to begin a new chain.',
    )
  }
  return engine
}

/** Blocks 0 and 1 are no news and not in the journal. */
const JOURNAL_FROM = 2

async function firstOther(engine: Engine, blocks: readonly JournalBlock[]): Promise<number> {
  for (const [at, { hash }] of blocks.entries()) {
    const number = JOURNAL_FROM + at
    if ((await blockAt(engine, `0x${number.toString(16)}`)).hash !== hash) return number
  }
  return JOURNAL_FROM + blocks.length
}

async function mineInto(
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
  } // As the method answers.
}

async function pendingHashes(engine: Engine): Promise<Set<string>> {
  const pending = (await engine.call('eth_pendingTransactions', [])) as { hash: string }[]
  return new Set(pending.map(({ hash }) => hash))
}
