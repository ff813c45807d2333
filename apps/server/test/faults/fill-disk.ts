import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess, type ServerProcess } from '#test/server-process.ts'
import {
  requestWrite,
  CONCURRENCY,
  aWrite,
  compareBalances,
  verifyFinalState,
  OPERATOR_TOKEN,
  replayAll,
  signUpMembers,
  verifyLedger,
  type Write,
} from './ledger-writes.ts'
import { between, type Given, type Scenario } from './scenario.ts'

/**
 * The data disk is full during writes and has room again after a while. Every acknowledged write
 * must still be there; a database or server that stopped is started again, as its administrator
 * would do.
 */
export const fillDisk: Scenario = {
  name: 'fill-disk',
  about: 'no space left on the disk with the data, during ledger writes',
  smallDisk: true,
  run: async (given) => {
    const { fillDisk: fill, freeDisk: free } = given.faultControls ?? {}
    if (!fill || !free) throw new Error('This disk cannot be filled')
    const settings = { ...given.settings, OPERATOR_TOKEN, LOG_LEVEL: 'fatal' }
    const writes: Write[] = []
    const tally = { bursts: 0, acknowledged: 0, faults: 0, serverStarts: 1, replayed: 0 }
    let server = await startWatched(settings)
    let members: number[] = []
    try {
      members = await signUpMembers(await server.ready)
      for (let burst = 1; burst <= given.bursts; burst += 1) {
        const done = await writeOnFullDisk(given, server, { members, burst }, { fill, free })
        if (!(await isReady(server))) {
          server.kill('SIGKILL')
          await server.ended
          server = await startWatched(settings)
          tally.serverStarts += 1
        }
        const address = await server.ready
        tally.replayed += await replayAll(address, done.writes)
        writes.push(...done.writes)
        await compareBalances(address, members, writes)
        if (given.engine === 'postgres') await verifyLedger(settings)
        tally.bursts += 1
        tally.acknowledged += done.acknowledged
        tally.faults += done.faults
        given.log(
          `${given.engine} burst ${burst}: ${done.writes.length} writes, ${done.acknowledged} acknowledged, ` +
            `${done.faults} refused or unanswered while the disk was full`,
        )
      }
    } finally {
      server.kill('SIGTERM')
      await server.ended
    }
    tally.replayed += await verifyFinalState(settings, members, writes)
    return tally
  },
}

type Watched = ServerProcess & { isDead: () => boolean }

async function startWatched(settings: Record<string, string>): Promise<Watched> {
  const server = startProcess(settings)
  let dead = false
  const end = (): void => {
    dead = true
  }
  void server.ended.finally(end)
  await server.ready
  return { ...server, isDead: () => dead }
}

/** Returns true when the server recovers by itself within the time limit. */
async function isReady(server: Watched): Promise<boolean> {
  const address = await server.ready
  for (let attempt = 0; attempt < 100 && !server.isDead(); attempt += 1) {
    const status = await fetch(`${address}/healthz`).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return true
    await sleep(100)
  }
  return false
}

async function writeOnFullDisk(
  { chance, engine }: Given,
  server: Watched,
  { members, burst }: { members: readonly number[]; burst: number },
  { fill, free }: { fill: () => Promise<void>; free: () => Promise<void> },
) {
  const address = await server.ready
  const writes: Write[] = []
  const seen = { acknowledged: 0, faults: 0, isFull: false, isOver: false }
  const writeOn = async (): Promise<void> => {
    while (!seen.isOver && !server.isDead()) {
      const write = aWrite(chance, members, `${engine}-${burst}-${writes.length}`)
      writes.push(write)
      const reply = await requestWrite(address, write).catch(() => undefined)
      if (reply?.data) {
        write.transactionId = reply.data.transactionId
        seen.acknowledged += 1
        continue
      }
      if (!seen.isFull)
        throw new Error(`A write returned ${reply?.code} although the disk was not full`)
      seen.faults += 1
      await sleep(20)
    }
  }
  const writers = Promise.all(Array.from({ length: CONCURRENCY }, writeOn))
  // An error before the disk is full is thrown by the await below.
  writers.catch(() => {})
  const enough = between(chance, 5, 30)
  while (seen.acknowledged < enough) await sleep(5)
  seen.isFull = true
  await fill()
  // Waits for a few faults, or until none are to be expected because the writes still fitted on the
  // disk.
  for (let wait = 0; wait < 100 && seen.faults < CONCURRENCY; wait += 1) await sleep(50)
  await free()
  seen.isOver = true
  await writers
  return { writes, acknowledged: seen.acknowledged, faults: seen.faults }
}
