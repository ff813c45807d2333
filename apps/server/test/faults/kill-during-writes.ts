import type { ServerProcess } from '#test/server-process.ts'
import { startProcess } from '#test/server-process.ts'
import {
  CONCURRENCY,
  aWrite,
  compareBalances,
  verifyFinalState,
  OPERATOR_TOKEN,
  replayAll,
  send,
  signUpMembers,
  verifyLedger,
  type Write,
} from './ledger-writes.ts'
import { between, type Given, type Scenario } from './scenario.ts'

/**
 * Kills the server repeatedly during concurrent writes and checks each time that no acknowledged
 * write is lost. Unacknowledged writes are sent again, as the app does.
 */
export const killDuringWrites: Scenario = {
  name: 'kill-during-writes',
  about: 'kill -9 of the server during bursts of ledger writes',
  run: async (given) => {
    const settings = { ...given.settings, OPERATOR_TOKEN, LOG_LEVEL: 'error' }
    const writes: Write[] = []
    const tally = { bursts: 0, acknowledged: 0, unanswered: 0, replayed: 0, verified: 0 }
    let members: number[] = []
    let last: Write[] = []

    for (let burst = 1; burst <= given.bursts; burst += 1) {
      const server = startProcess(settings)
      try {
        const address = await server.ready
        if (burst === 1) members = await signUpMembers(address)
        tally.replayed += await replayAll(address, last)
        await compareBalances(address, members, writes)
        last = await fireUntilKilled(given, server, { address, members, burst })
        const acknowledged = last.filter(({ transactionId }) => transactionId !== undefined).length
        writes.push(...last)
        tally.bursts += 1
        tally.acknowledged += acknowledged
        tally.unanswered += last.length - acknowledged
        await verifyLedger(settings)
        tally.verified += 1
        given.log(
          `${given.engine} burst ${burst}: ${last.length} writes, ${acknowledged} acknowledged, killed, ledger consistent`,
        )
      } finally {
        server.kill('SIGKILL')
        await server.ended
      }
    }
    tally.replayed += await verifyFinalState(settings, members, writes)
    return tally
  },
}

/** Many clients write continuously; the server is killed after this many acknowledgements. */
async function fireUntilKilled(
  { chance, engine }: Given,
  server: ServerProcess,
  { address, members, burst }: { address: string; members: number[]; burst: number },
): Promise<Write[]> {
  const killAfter = between(chance, 5, 40)
  const writes: Write[] = []
  let acknowledged = 0
  let killed = false
  const writeOn = async (): Promise<void> => {
    while (!killed) {
      const write = aWrite(chance, members, `${engine}-${burst}-${writes.length}`)
      writes.push(write)
      try {
        write.transactionId = await send(address, write)
        acknowledged += 1
      } catch (error) {
        // A call may stay without a response only while the server is being killed.
        if (!killed) throw error
      }
      if (acknowledged >= killAfter && !killed) {
        killed = true
        server.kill('SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, writeOn))
  await server.ended
  return writes
}
