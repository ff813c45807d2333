import { setTimeout as sleep } from 'node:timers/promises'
import { Code } from '@solstice/contract/codes'
import { requestWrite, CONCURRENCY, aWrite, type Write } from './ledger-writes.ts'
import { between, type Given } from './scenario.ts'

const RECOVERY_LIMIT_MS = 60_000

export type Burst = { writes: Write[]; acknowledged: number; faults: number; recoveredMs: number }

/**
 * Writes concurrently while a dependency of the server goes away and comes back. Only during the
 * outage may a write fail, with an error envelope. Every request gets a response, because the
 * server process keeps running.
 */
export async function writeDuringOutage(
  { chance, engine }: Given,
  { address, members, burst }: { address: string; members: readonly number[]; burst: number },
  outage: { begin: () => Promise<void>; end: () => Promise<void> },
): Promise<Burst> {
  const writes: Write[] = []
  const seen = { acknowledged: 0, faults: 0, isOver: false }
  const outageWindow = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  const writeOn = async (): Promise<void> => {
    while (!seen.isOver) {
      const write = aWrite(chance, members, `${engine}-${burst}-${writes.length}`)
      writes.push(write)
      const startedAt = performance.now()
      const { code, data } = await requestWrite(address, write)
      if (data) {
        write.transactionId = data.transactionId
        seen.acknowledged += 1
        continue
      }
      const isDuringOutage = startedAt <= outageWindow.to && performance.now() >= outageWindow.from
      if (code !== Code.SERVER_ERROR || !isDuringOutage) {
        throw new Error(
          `A write was answered with ${code} ${isDuringOutage ? 'meanwhile' : 'without need'}`,
        )
      }
      seen.faults += 1
      await sleep(50)
    }
  }
  const runOutage = async (): Promise<number> => {
    const enough = between(chance, 5, 30)
    while (seen.acknowledged < enough && !seen.isOver) await sleep(5)
    outageWindow.from = performance.now()
    await outage.begin()
    await sleep(between(chance, 100, 1500))
    await outage.end()
    const endedAt = performance.now()
    await untilReady(address)
    outageWindow.to = performance.now()
    const before = seen.acknowledged
    while (seen.acknowledged < before + CONCURRENCY && !seen.isOver) await sleep(5)
    return Math.round(outageWindow.to - endedAt)
  }
  // Stops all writers as soon as one fails.
  const ending = <Result>(work: Promise<Result>): Promise<Result> =>
    work.finally(() => {
      seen.isOver = true
    })
  const writers = Array.from({ length: CONCURRENCY }, () => ending(writeOn()))
  const [recoveredMs] = await Promise.all([ending(runOutage()), ...writers])
  return { writes, acknowledged: seen.acknowledged, faults: seen.faults, recoveredMs }
}

/** Waits until the server recovers by itself, without a restart. */
async function untilReady(address: string): Promise<void> {
  const limit = performance.now() + RECOVERY_LIMIT_MS
  while (performance.now() < limit) {
    const { status } = await fetch(`${address}/healthz`)
    if (status === 200) return
    if (status !== 503) throw new Error(`/healthz returned ${status}`)
    await sleep(20)
  }
  throw new Error('The server did not recover by itself')
}
