import { startProcess } from '#test/server-process.ts'
import { signUpRemotely } from '#test/sign-up-remotely.ts'
import {
  compareBalances,
  verifyFinalState,
  OPERATOR_TOKEN,
  replayAll,
  signUpMembers,
  verifyLedger,
  type Write,
} from './ledger-writes.ts'
import type { Scenario } from './scenario.ts'
import { writeDuringOutage } from './writes-during-outage.ts'

/**
 * Stops the database during writes, gracefully or by a crash, and starts it again. The server
 * process stays the same from the first write to the last.
 */
export const restartDatabase: Scenario = {
  name: 'restart-database',
  about: 'PostgreSQL stopped, or crashed, and started again during ledger writes',
  engines: ['postgres'],
  run: async (given) => {
    const { haltDatabase, resumeDatabase } = given.faultControls ?? {}
    if (!haltDatabase || !resumeDatabase) throw new Error('This database cannot be stopped')
    // The faults are expected and would flood the log.
    const settings = { ...given.settings, OPERATOR_TOKEN, LOG_LEVEL: 'fatal' }
    const writes: Write[] = []
    const tally = { restarts: 0, acknowledged: 0, faults: 0, replayed: 0, slowestRecoveryMs: 0 }
    const server = startProcess(settings)
    let members: number[] = []
    try {
      const address = await server.ready
      members = await signUpMembers(address)
      for (let burst = 1; burst <= given.bursts; burst += 1) {
        const how = given.chance() < 0.5 ? 'in order' : 'as a crash'
        const done = await writeDuringOutage(
          given,
          { address, members, burst },
          { begin: () => haltDatabase(how), end: resumeDatabase },
        )
        // A fault does not say whether the write was committed, so every write is sent again.
        tally.replayed += await replayAll(address, done.writes)
        writes.push(...done.writes)
        await compareBalances(address, members, writes)
        await verifyLedger(settings)
        // The sign-up needs a mail, so it shows that the worker has recovered too.
        await signUpRemotely(address, `back-${burst}@harbor.example`)
        tally.restarts += 1
        tally.acknowledged += done.acknowledged
        tally.faults += done.faults
        tally.slowestRecoveryMs = Math.max(tally.slowestRecoveryMs, done.recoveredMs)
        given.log(
          `restart ${burst}, ${how}: ${done.writes.length} writes, ${done.acknowledged} acknowledged, ` +
            `${done.faults} faults in the meantime, ready ${done.recoveredMs} ms after the database`,
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
