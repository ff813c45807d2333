import { setTimeout as sleep } from 'node:timers/promises'
import type { CallData } from '@solstice/contract/wire'
import { remoteOperator } from '#test/remote-operator.ts'
import { startProcess } from '#test/server-process.ts'
import {
  aWrite,
  CONCURRENCY,
  OPERATOR_TOKEN,
  requestWrite,
  signUpMembers,
  type Write,
} from './ledger-writes.ts'
import { BETWEEN_STARTS_MS, pass, payWithoutOrder, withdraw, type Run } from './payments-run.ts'
import { CHAIN_ID, logInRemotely, rpc, type RemotePayer } from './remote-payer.ts'
import type { TimedWrite } from './restore-tally.ts'
import type { ArchivedDatabase, Backup } from './scenario.ts'

const WAIT_LIMIT_MS = 180_000
const TICK_MS = 2000

/** The size and the root of a published checkpoint of the points log. */
export type Published = { size: number; root: string }
/** A time of the database with the times of this process between which it was read. */
export type Point = { time: string; from: number; to: number }

/** Everything that happened until the database was lost. */
export type Lost = {
  members: number[]
  writes: (Write & TimedWrite)[]
  backups: Backup[]
  betweenBackups: number
  afterBackups: number
  point: Point
  archived: Point
  publishedAtPoint: Published
  publishedLast: Published
  /** Transactions that the treasury sent after the point. */
  sent: string[]
  nonce: number
  times: Record<string, number>
}

export const operatorAt = (address: string) => remoteOperator(address, OPERATOR_TOKEN)

/** Reads the newest checkpoint that anybody can read. */
export async function readPublished(address: string): Promise<Published> {
  const note = await (await fetch(`${address}/log/checkpoint`)).text()
  const [, size = '0', root = ''] = note.split('\n')
  return { size: Number(size), root }
}

export const nonceOf = async (address: string, account: string): Promise<number> =>
  Number(await rpc<string>(address, 'eth_getTransactionCount', [account, 'latest']))

/** Waits for a state while blocks are mined and the server's clock moves. */
export async function passUntil(
  run: Run,
  address: string,
  what: string,
  isTrue: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} took too long`)
    await pass(run, address, TICK_MS)
  }
}

async function countOpenPayouts(address: string): Promise<number> {
  let open = 0
  for (const state of ['QUEUED', 'RESERVED', 'SENT']) {
    const path = `/v1/operator/payouts?state=${state}`
    const { data } = await operatorAt(address).call<CallData<'payout.list'>>('GET', path)
    open += data?.list.length ?? 0
  }
  return open
}

const reason = 'A rehearsal of a restore'

async function freezePayouts(address: string): Promise<void> {
  const body = { chainId: CHAIN_ID, reason }
  await operatorAt(address).call('POST', '/v1/operator/treasury/freeze', { body })
}

export async function resumePayouts(address: string): Promise<void> {
  const body = { chainId: CHAIN_ID, reason }
  const { code } = await operatorAt(address).call('POST', '/v1/operator/treasury/unfreeze', {
    body,
  })
  if (code !== 0) throw new Error(`Payouts were not resumed: ${code}`)
}

/** Reconciles all accounts now, and returns the transactions that the books do not have. */
export async function reconcile(run: Run, address: string): Promise<string[]> {
  const operator = operatorAt(address)
  const path = '/v1/operator/ledger/reconciliations'
  const head = Number(await rpc<string>(address, 'eth_blockNumber', []))
  const readAccounts = async () =>
    (await operator.call<CallData<'ledger.reconciliations'>>('GET', path)).data?.accounts ?? []
  const onChain = (accounts: Awaited<ReturnType<typeof readAccounts>>) =>
    accounts.filter(({ chainId, kind }) => chainId === CHAIN_ID && kind === 'TREASURY')
  // A run ends at the block up to which the payments were read, which may not be the newest one.
  await passUntil(run, address, 'The reconciliation', async () => {
    const [account] = onChain(await readAccounts())
    if ((account?.block?.number ?? 0) >= head && account?.isRunning === false) return true
    if (account?.isRunning !== true) await operator.call('POST', path, { body: {} })
    return false
  })
  const differing: string[] = []
  for (const { accountId } of onChain(await readAccounts())) {
    const { data } = await operator.call<CallData<'ledger.reconciliation'>>(
      'GET',
      `${path}/${accountId}`,
    )
    for (const { txHash } of data?.transfers ?? []) differing.push(txHash)
    for (const { symbol, amount } of data?.unexplained ?? []) {
      differing.push(`unexplained ${amount} ${symbol}`)
    }
  }
  return [...new Set(differing)]
}

/** Returns the transactions of an account in the blocks after this one. */
async function sentAfter(address: string, account: string, block: number): Promise<string[]> {
  const head = Number(await rpc<string>(address, 'eth_blockNumber', []))
  const sent: string[] = []
  for (let number = block + 1; number <= head; number += 1) {
    const found = await rpc<{ transactions: { hash: string; from: string }[] }>(
      address,
      'eth_getBlockByNumber',
      [`0x${number.toString(16)}`, true],
    )
    for (const { hash, from } of found.transactions) {
      if (from.toLowerCase() === account.toLowerCase()) sent.push(hash)
    }
  }
  return sent
}

/** Members write and withdraw while backups are taken, until the database is lost. */
export async function runUntilLost(run: Run, database: ArchivedDatabase): Promise<Lost> {
  const { given, payers, payTo } = run
  run.now = new Date(run.now.getTime() + BETWEEN_STARTS_MS)
  const server = startProcess({ ...run.settings, SOLSTICE_NOW: run.now.toISOString() })
  const writes: (Write & TimedWrite)[] = []
  const times: Record<string, number> = {}
  const state = { isOver: false, acknowledged: 0 }
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await work()
    times[name] = Math.round(performance.now() - startedAt)
    given.log(`${name}: ${times[name]} ms`)
    return result
  }
  try {
    const address = await server.ready
    const members = await signUpMembers(address)
    const writeOn = async (): Promise<void> => {
      while (!state.isOver) {
        const write = {
          ...aWrite(given.chance, members, `restore-${writes.length}`),
          sentAt: performance.now(),
          acknowledgedAt: undefined as number | undefined,
        }
        writes.push(write)
        // The server is stopped only after the last acknowledged write.
        const reply = await requestWrite(address, write).catch(() => undefined)
        if (!reply?.data) {
          await sleep(50)
          continue
        }
        write.transactionId = reply.data.transactionId
        write.acknowledgedAt = performance.now()
        state.acknowledged += 1
      }
    }
    const moreWrites = async (what: string): Promise<number> => {
      const before = state.acknowledged
      const enough = () => Promise.resolve(state.acknowledged >= before + given.bursts)
      await passUntil(run, address, what, enough)
      return state.acknowledged - before
    }
    const requestPayout = async (payer: RemotePayer | undefined): Promise<RemotePayer> => {
      if (!payer) throw new Error('The run has no payers')
      const before = run.tally['withdrawals'] ?? 0
      await withdraw(run, await logInRemotely(address, payer.email))
      if (run.tally['withdrawals'] === before) throw new Error('A withdrawal was refused')
      return payer
    }
    const untilPaid = async (nonce: number): Promise<void> => {
      await passUntil(run, address, 'A payout', async () => {
        if ((await nonceOf(address, payTo)) === nonce) return false
        return (await countOpenPayouts(address)) === 0
      })
    }
    const payOut = async (payer: RemotePayer | undefined): Promise<void> => {
      const nonce = await nonceOf(address, payTo)
      await requestPayout(payer)
      await untilPaid(nonce)
    }
    const readPoint = (): Point => {
      const from = performance.now()
      const time = database.now()
      return { time, from, to: performance.now() }
    }
    const story = async () => {
      await moreWrites('The first writes')
      await payOut(payers[0])
      const books = await reconcile(run, address)
      if (books.length > 0) throw new Error(`The books differ already: ${books.join(', ')}`)
      await timed('fullBackupMs', () => database.backUp('full'))
      const betweenBackups = await moreWrites('Writes between the backups')
      const backups = await timed('incrementalBackupMs', () => database.backUp('incr'))
      const afterBackups = await moreWrites('Writes after the backups')
      await payOut(payers[1])
      // It is requested before the point and paid after it, so the restored database would pay it again.
      await freezePayouts(address)
      const late = await requestPayout(payers[2])

      const block = Number(await rpc<string>(address, 'eth_blockNumber', []))
      const publishedAtPoint = await readPublished(address)
      const point = readPoint()
      given.log(`the point is ${point.time}, with ${publishedAtPoint.size} published entries`)

      await moreWrites('Writes after the point')
      const nonceAtPoint = await nonceOf(address, payTo)
      await resumePayouts(address)
      await untilPaid(nonceAtPoint)
      await payOut(payers[0])
      await payWithoutOrder(run, address, late)
      await passUntil(run, address, 'The points log', async () => {
        const { size } = await readPublished(address)
        return size > publishedAtPoint.size
      })
      await passUntil(
        run,
        address,
        'The last payouts',
        async () => (await countOpenPayouts(address)) === 0,
      )
      const publishedLast = await readPublished(address)
      const archived = readPoint()
      await timed('archiveMs', () => database.archiveAll())
      const nonce = await nonceOf(address, payTo)
      const sent = await sentAfter(address, payTo, block)
      // Without a standby, these are what the loss of the machine costs.
      await moreWrites('Writes after the archive')
      await database.destroy()
      state.isOver = true
      const noted = { point, archived, publishedAtPoint, publishedLast }
      return { members, backups, betweenBackups, afterBackups, ...noted, nonce, sent }
    }
    const ending = <Result>(work: Promise<Result>): Promise<Result> =>
      work.finally(() => {
        state.isOver = true
      })
    const [lost] = await Promise.all([
      ending(story()),
      ...Array.from({ length: CONCURRENCY }, () => ending(writeOn())),
    ])
    server.kill('SIGTERM')
    await server.ended
    return { ...lost, writes, times }
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}
